// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Confidence, Preview } from '@/lib/screening/list-types';
import { ReadingNotes } from './reading-notes';

const screening = {
  ask: {
    why: { numbers_fit: 'The numbers fit {{value}}', sender_left_out: '{{value}} is left out' },
    take_too: 'Take these numbers, too',
  },
  map: { column_n: 'Column {{letter}}' },
};

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { translation: { screening } } } });
});
afterEach(cleanup);

function preview(confidence: Confidence): Preview {
  return {
    format: 'csv',
    packing: 'none',
    members: [],
    sheets: [],
    mapping: {
      sheet: null,
      encoding: 'utf-8',
      delimiter: 'comma',
      quote: 'double',
      backslash: false,
      skip_spaces: false,
      title_rows: 0,
      header: true,
      header_rows: 0,
      column: 1,
      carried: [],
      without: [],
      default_country: 'SA',
      country_column: null,
      area_column: null,
      more_sheets: [],
      more_columns: [],
    },
    confidence,
    columns: [
      { name: 'name', valid: 0 },
      { name: 'mobile', valid: 1 },
      { name: '', valid: 1 },
    ],
    top: [],
    rows: [],
  };
}

function show(confidence: Confidence) {
  const onAnswer = vi.fn<(answer: unknown) => void>();
  render(
    <MantineProvider>
      <ReadingNotes preview={preview(confidence)} busy={false} onAnswer={onAnswer} />
    </MantineProvider>,
  );
  return onAnswer;
}

it('states the reasons of a sure guess and asks nothing', () => {
  show({ sure: true, reasons: [{ code: 'numbers_fit', value: 'SA' }], questions: [] });
  expect(screen.getByText('The numbers fit Saudi Arabia')).toBeTruthy();
  expect(screen.queryAllByRole('button')).toEqual([]);
});

it('offers the first two answers to each question, and both together', () => {
  const answers = [{ default_country: 'SA' }, { default_country: 'AE' }, { default_country: 'KE' }];
  const onAnswer = show({
    sure: false,
    reasons: [{ code: 'other_country_likely', value: 'AE' }],
    questions: [
      { about: 'country', options: answers },
      {
        about: 'column',
        options: [{ column: 1 }, { column: 2, default_country: '' }, { column: 1, more_columns: [2] }],
      },
    ],
  });
  const names = screen.getAllByRole('button').map((button) => button.textContent);
  expect(names).toEqual([
    'Saudi Arabia',
    'United Arab Emirates',
    'mobile',
    'Column C',
    'mobile and Column C',
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'United Arab Emirates' }));
  expect(onAnswer).toHaveBeenCalledWith({ default_country: 'AE' });
  fireEvent.click(screen.getByRole('button', { name: 'Column C' }));
  expect(onAnswer).toHaveBeenLastCalledWith({ column: 2, default_country: '' });
});

it('takes numbers that were left out', () => {
  const reasons = [{ code: 'sender_left_out', value: '07400 123456' }] as const;
  const onAnswer = show({ sure: true, reasons: [...reasons], questions: [] });
  expect(screen.getByText('07400 123456 is left out')).toBeDefined();
  fireEvent.click(screen.getByText('Take these numbers, too'));
  expect(onAnswer).toHaveBeenCalledWith({ delimiter: 'anywhere' });
});
