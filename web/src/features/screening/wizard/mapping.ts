/** How a file is read: what the reader of the console corrects, and what has to be guessed anew because of it. */
import type { ListView, Mapping, MappingHints, Preview } from '@/lib/screening/list-types';

export type MappingChange = Partial<Omit<Mapping, 'carried'>>;

/** From outside in: another sheet makes everything inside it new, another column nothing else. */
const ORDER = ['sheet', 'encoding', 'delimiter', 'header', 'column'] as const;

/** What was decided before stays decided, as far as the change lets it mean the same. */
export function hintsFor(mapping: Mapping, change: MappingChange): MappingHints {
  const outermost = ORDER.findIndex((name) => name in change);
  const depth = outermost < 0 ? ORDER.length : outermost;
  // The header and the column are of the same grid: one says nothing about the other.
  const kept = depth >= ORDER.indexOf('header') ? ORDER : ORDER.slice(0, depth);
  const hints: MappingHints = {};
  for (const name of kept) Object.assign(hints, { [name]: mapping[name] });
  // An empty country says that there is none; without one, it would be guessed again.
  const country = 'default_country' in change ? (change.default_country ?? '') : mapping.default_country;
  return withoutNulls({ ...hints, ...change, default_country: country });
}

function withoutNulls(hints: MappingHints): MappingHints {
  return Object.fromEntries(Object.entries(hints).filter(([, value]) => value !== null));
}

export interface Carried {
  list: number;
  /** The file was cut into these many columns when they were chosen. */
  width: number;
  columns: readonly number[];
}

/** The server takes no more. */
export const MOST_CARRIED = 50;

/** All columns but the number's are carried along until somebody says otherwise. */
export function carriedColumns(preview: Preview, list: number, chosen: Carried | null): readonly number[] {
  const { column } = preview.mapping;
  const width = preview.columns.length;
  const fits = chosen !== null && chosen.list === list && chosen.width === width;
  const wanted = fits ? chosen.columns : preview.columns.map((_, index) => index);
  return wanted.filter((index) => index !== column && index < width).slice(0, MOST_CARRIED);
}

/** The mapping that the list was read with is this one: there is nothing to do again. */
export function isAnalysedWith(list: Pick<ListView, 'state' | 'mapping'>, mapping: Mapping): boolean {
  if (list.state !== 'ready' || !list.mapping) return false;
  const before = list.mapping;
  return (
    before.sheet === mapping.sheet &&
    before.encoding === mapping.encoding &&
    before.delimiter === mapping.delimiter &&
    before.header === mapping.header &&
    before.column === mapping.column &&
    before.default_country === mapping.default_country &&
    before.carried.length === mapping.carried.length &&
    before.carried.every((column, index) => column === mapping.carried[index])
  );
}

/** A spreadsheet's own name of a column: A to Z, AA and on. */
export function columnLetter(index: number): string {
  const before = Math.floor(index / 26) - 1;
  const letter = String.fromCodePoint('A'.codePointAt(0)! + (index % 26));
  return before < 0 ? letter : columnLetter(before) + letter;
}

/** Less than this of the first rows being numbers is worth a warning. */
export const FEW_VALID = 0.5;

export function fewNumbers(preview: Preview): boolean {
  const column = preview.columns[preview.mapping.column];
  return column !== undefined && preview.rows.length > 0 && column.valid < FEW_VALID;
}
