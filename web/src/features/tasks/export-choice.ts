/** What was chosen for the last export, stored in this browser. */
import { _default, array, boolean, enum as oneOf, type infer as Infer, object, string } from 'zod/mini';
import { EXPORT_CHOICE_STORAGE_KEY } from '@/config/constants';
import { EXPORT_FORMATS, EXPORT_ROWS } from '@/lib/screening/types';
import { readStored, writeStored } from '@/lib/storage';

const schema = object({
  format: _default(oneOf(EXPORT_FORMATS), 'csv'),
  rows: _default(oneOf(EXPORT_ROWS), 'all'),
  bom: _default(boolean(), true),
  text_numbers: _default(boolean(), false),
  translated: _default(boolean(), false),
  /** Columns that are left out, so that new columns are included. */
  leftOut: _default(array(string()), []),
});

export type ExportChoice = Infer<typeof schema>;

const FIRST: ExportChoice = {
  format: 'csv',
  rows: 'all',
  bom: true,
  text_numbers: false,
  translated: false,
  leftOut: [],
};

export function lastExportChoice(): ExportChoice {
  return readStored(localStorage, EXPORT_CHOICE_STORAGE_KEY, schema) ?? FIRST;
}

export function rememberExportChoice(choice: ExportChoice): void {
  writeStored(localStorage, EXPORT_CHOICE_STORAGE_KEY, choice);
}

/** The columns to ask for. Empty means all, which also covers columns that are not known yet. */
export function wantedColumns(all: readonly string[], leftOut: readonly string[]): readonly string[] {
  const wanted = all.filter((name) => !leftOut.includes(name));
  return wanted.length === all.length || wanted.length === 0 ? [] : wanted;
}
