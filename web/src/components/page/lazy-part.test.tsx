// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { lazyPart } from './lazy-part';

vi.mock('@/lib/load-with-retry', async (original) => {
  const real = await original<typeof import('@/lib/load-with-retry')>();
  // The pauses between the attempts are tested on their own.
  return {
    ...real,
    loadWithRetry: (load: () => Promise<unknown>) => real.loadWithRetry(load, async () => {}),
  };
});

beforeEach(async () => {
  // React reports errors that a boundary caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const errors = { part_not_loaded: 'This part could not be loaded' };
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { translation: { errors } } } });
});
afterEach(cleanup);

type Loaded = { default: ComponentType<{ name: string }> };

it.each([
  ['a click', () => fireEvent.click(screen.getByRole('button'))],
  ['the return of the connection', () => fireEvent(window, new Event('online'))],
])('a part that cannot be loaded leaves the rest of the page and is loaded again at %s', async (_, again) => {
  let broken = true;
  const load = (): Promise<Loaded> =>
    broken
      ? Promise.reject(new Error('offline'))
      : Promise.resolve({ default: ({ name }) => <p>Hello {name}</p> });
  const Part = lazyPart('part', load);
  render(
    <MantineProvider>
      <p>The page</p>
      <Part name="Anna" />
    </MantineProvider>,
  );
  await screen.findByText(/could not be loaded/);
  expect(screen.getByText('The page')).toBeTruthy();
  broken = false;
  again();
  await screen.findByText('Hello Anna');
});

it('shows what the caller gives instead of the part', async () => {
  const Part = lazyPart<{ name: string }>('part', () => Promise.reject(new Error('offline')), {
    failed: ({ name }) => <p>Plain {name}</p>,
  });
  render(
    <MantineProvider>
      <Part name="text" />
    </MantineProvider>,
  );
  expect(await screen.findByText('Plain text')).toBeTruthy();
});
