// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { EXPORT_CHOICE_STORAGE_KEY } from '@/config/constants';
import { lastExportChoice, rememberExportChoice, wantedColumns } from './export-choice';

afterEach(() => localStorage.clear());

it('asks for all columns unless some are left out', () => {
  const all = ['phone', 'row', 'whatsapp'];
  expect(wantedColumns(all, [])).toEqual([]);
  expect(wantedColumns(all, ['other'])).toEqual([]);
  expect(wantedColumns(all, ['row'])).toEqual(['phone', 'whatsapp']);
  // An export needs at least one column.
  expect(wantedColumns(all, all)).toEqual([]);
});

it('remembers the last choice and survives other content', () => {
  expect(lastExportChoice()).toMatchObject({ format: 'csv', rows: 'all', bom: true, translated: false });
  rememberExportChoice({
    format: 'xlsx',
    rows: 'unique',
    bom: false,
    text_numbers: true,
    translated: true,
    leftOut: ['row'],
  });
  expect(lastExportChoice()).toEqual({
    format: 'xlsx',
    rows: 'unique',
    bom: false,
    text_numbers: true,
    translated: true,
    leftOut: ['row'],
  });
  // What an earlier version stored has no choice about numbers.
  localStorage.setItem(EXPORT_CHOICE_STORAGE_KEY, '{"format":"csv","bom":true}');
  expect(lastExportChoice().text_numbers).toBe(false);
  localStorage.setItem(EXPORT_CHOICE_STORAGE_KEY, '{"format":"doc"}');
  expect(lastExportChoice().format).toBe('csv');
});
