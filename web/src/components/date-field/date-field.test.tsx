// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { useState } from 'react';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const calendar = vi.hoisted(() => ({ broken: false, loads: 0 }));
vi.mock('@/lib/load-with-retry', () => ({
  loadWithRetry: async (load: () => Promise<unknown>) => {
    calendar.loads += 1;
    if (calendar.broken) throw new Error('offline');
    return load();
  },
}));

beforeEach(async () => {
  calendar.broken = false;
  calendar.loads = 0;
  // Every test begins without the calendar.
  vi.resetModules();
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { translation: {} } } });
});
afterEach(cleanup);

async function show(): Promise<() => string> {
  const { DateField } = await import('./date-field');
  let current = '';
  function Form() {
    const [value, setValue] = useState('');
    current = value;
    return <DateField label="From" value={value} onChange={setValue} />;
  }
  render(
    <MantineProvider>
      <Form />
    </MantineProvider>,
  );
  return () => current;
}

const field = (): HTMLInputElement => screen.getByLabelText('From');

it('loads the calendar with the focus, which it then has', async () => {
  await show();
  const plain = field();
  expect(calendar.loads).toBe(0);
  plain.focus();
  await vi.waitFor(() => expect(field()).not.toBe(plain));
  expect(calendar.loads).toBe(1);
  expect(document.activeElement).toBe(field());
});

it('does not take the focus when only the pointer passes', async () => {
  await show();
  const plain = field();
  fireEvent.pointerEnter(plain);
  await vi.waitFor(() => expect(field()).not.toBe(plain));
  expect(document.activeElement).not.toBe(field());
});

it('what is typed counts before the calendar is there', async () => {
  const value = await show();
  fireEvent.change(field(), { target: { value: '2026-11-1' } });
  expect(value()).toBe('');
  fireEvent.change(field(), { target: { value: '2026-11-16' } });
  expect(value()).toBe('2026-11-16');
});

it("becomes the browser's own field if the calendar cannot be loaded", async () => {
  calendar.broken = true;
  await show();
  field().focus();
  await vi.waitFor(() => expect(field().type).toBe('date'));
});
