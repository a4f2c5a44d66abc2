// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { notificationsStore } from '@mantine/notifications';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { DropBox } from './drop-box';

const start = vi.fn<(file: File) => void>();

beforeEach(async () => {
  start.mockReset();
  const source = { drop: 'Drop a file here', one_file: 'One file at a time' };
  const resources = { en: { translation: { screening: { source } } } };
  await i18next.use(initReactI18next).init({ lng: 'en', resources });
  render(
    <MantineProvider>
      <DropBox
        upload={{
          running: null,
          interrupted: null,
          start,
          cancel: () => undefined,
          discard: () => undefined,
        }}
      />
    </MantineProvider>,
  );
});

afterEach(cleanup);

function drop(...names: string[]): void {
  const files = names.map((name) => new File(['+12025550123'], name));
  fireEvent.drop(screen.getByText('Drop a file here'), { dataTransfer: { files } });
}

it('uploads a dropped file', () => {
  drop('one.csv');
  expect(start.mock.calls.map(([file]) => file.name)).toEqual(['one.csv']);
});

it('refuses several files instead of taking the first', () => {
  drop('one.csv', 'two.csv');
  expect(start).not.toHaveBeenCalled();
  const { notifications } = notificationsStore.getState();
  expect(notifications.map(({ message }) => message)).toContain('One file at a time');
});
