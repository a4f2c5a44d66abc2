/** Applies corrections to the mapping and decides what has to be detected again. */
import type { ColumnChoice, ListView, Mapping, MappingHints, Preview } from '@/lib/screening/list-types';

export type MappingChange = MappingHints;

/** From the outside in: another sheet resets everything inside it, another column nothing else. */
const ORDER = ['sheet', 'encoding', 'delimiter', 'title_rows', 'header', 'column'] as const;

/** Keeps earlier choices as far as they still apply after the change. */
export function hintsFor(mapping: Mapping, change: MappingChange): MappingHints {
  const outermost = ORDER.findIndex((name) => name in change);
  const depth = outermost < 0 ? ORDER.length : outermost;
  // Header and column are independent of each other.
  const inside = depth >= ORDER.indexOf('title_rows');
  const kept = inside ? ORDER : ORDER.slice(0, depth);
  const hints: MappingHints = {};
  for (const name of kept) Object.assign(hints, { [name]: mapping[name] });
  // An empty country means none. Without a value it would be detected again.
  const country = 'default_country' in change ? (change.default_country ?? '') : mapping.default_country;
  if (inside) {
    // If the table is read as before, a column that there is not was either not found or declined.
    const asBefore = depth === ORDER.length;
    const choice = (column: number | null): ColumnChoice | null =>
      column === null ? (asBefore ? 'none' : null) : { column };
    hints.country_column = choice(mapping.country_column);
    // Area codes belong to one column of numbers.
    if (!('column' in change)) hints.area_column = choice(mapping.area_column);
    if (mapping.more_sheets.length > 0) hints.more_sheets = mapping.more_sheets;
    if (mapping.more_columns.length > 0) hints.more_columns = mapping.more_columns;
  }
  return withoutNulls({ ...hints, ...change, default_country: country });
}

function withoutNulls(hints: MappingHints): MappingHints {
  return Object.fromEntries(
    Object.entries(hints).filter(([, value]) => value !== null && value !== undefined),
  );
}

export interface Carried {
  list: number;
  /** Number of columns when the choice was made. */
  width: number;
  columns: readonly number[];
}

/** The server's limit. */
export const MAX_CARRIED = 50;
/** The server's limit. */
export const MAX_NUMBER_COLUMNS = 16;

/** By default all columns except a single number column are carried over. */
export function carriedColumns(preview: Preview, list: number, chosen: Carried | null): readonly number[] {
  const { column, more_columns: more } = preview.mapping;
  const width = preview.columns.length;
  const fits = chosen !== null && chosen.list === list && chosen.width === width;
  const wanted = fits ? chosen.columns : preview.columns.map((_, index) => index);
  // The results have one column of numbers: with several in the file, all of them stay beside it.
  const carried = wanted.filter((index) => (index !== column || more.length > 0) && index < width);
  return carried.slice(0, MAX_CARRIED);
}

/** The list was already read with this mapping. */
export function isAnalysedWith(list: Pick<ListView, 'state' | 'mapping'>, mapping: Mapping): boolean {
  if (list.state !== 'ready' || !list.mapping) return false;
  const before = list.mapping;
  return (
    before.sheet === mapping.sheet &&
    isSame(before.more_sheets, mapping.more_sheets) &&
    before.encoding === mapping.encoding &&
    before.delimiter === mapping.delimiter &&
    before.quote === mapping.quote &&
    before.backslash === mapping.backslash &&
    before.skip_spaces === mapping.skip_spaces &&
    before.title_rows === mapping.title_rows &&
    before.header === mapping.header &&
    before.header_rows === mapping.header_rows &&
    before.column === mapping.column &&
    isSame(before.more_columns, mapping.more_columns) &&
    before.default_country === mapping.default_country &&
    before.country_column === mapping.country_column &&
    before.area_column === mapping.area_column &&
    isSame(before.carried, mapping.carried) &&
    isSame(before.without, mapping.without)
  );
}

function isSame<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

/** The file can be read without asking. If it was uploaded before, the earlier list is offered first. */
export function isSure(list: Pick<ListView, 'state' | 'preview' | 'same_as'>): boolean {
  const { preview, state, same_as: earlier } = list;
  if (state !== 'uploaded' || preview === null || earlier !== null) return false;
  return preview.confidence.sure && !fewNumbers(preview);
}

/** Spreadsheet column name: A to Z, then AA. */
export function columnLetter(index: number): string {
  const before = Math.floor(index / 26) - 1;
  const letter = String.fromCodePoint('A'.codePointAt(0)! + (index % 26));
  return before < 0 ? letter : columnLetter(before) + letter;
}

/** Warn if fewer of the first rows are valid numbers. */
export const FEW_VALID = 0.5;

export function fewNumbers(preview: Preview): boolean {
  const column = preview.columns[preview.mapping.column];
  return column !== undefined && preview.rows.length > 0 && column.valid < FEW_VALID;
}
