/** Request and response types for lists. */

export const LIST_KINDS = ['upload', 'saved', 'suppression', 'global'] as const;
export type ListKind = (typeof LIST_KINDS)[number];
export const LIST_STATES = ['uploaded', 'analysing', 'ready', 'failed'] as const;
export type ListState = (typeof LIST_STATES)[number];
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'iso-2022-jp',
  'euc-kr',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'koi8-r',
  'koi8-u',
  'ibm866',
  'iso-8859-2',
  'iso-8859-3',
  'iso-8859-4',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-8',
  'iso-8859-8-i',
  'iso-8859-10',
  'iso-8859-13',
  'iso-8859-14',
  'iso-8859-15',
  'iso-8859-16',
  'macintosh',
  'x-mac-cyrillic',
] as const;
export type Encoding = (typeof ENCODINGS)[number];
export const DELIMITERS = ['comma', 'semicolon', 'tab', 'pipe', 'space', 'none', 'anywhere'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

export interface Mapping {
  sheet: string | null;
  /** Further sheets with the same columns. */
  more_sheets: readonly string[];
  encoding: Encoding;
  delimiter: Delimiter;
  quote: 'double' | 'single';
  /** A backslash in quotes makes the next character literal. */
  backslash: boolean;
  /** Spaces after a delimiter do not belong to the cell. */
  skip_spaces: boolean;
  /** Rows above the table, such as titles. */
  title_rows: number;
  header: boolean;
  /** 0 means 1, if there is a header. */
  header_rows: number;
  column: number;
  /** Further columns of numbers. */
  more_columns: readonly number[];
  carried: readonly number[];
  default_country: string | null;
  /** The column with the country or calling code of each row. */
  country_column: number | null;
}

/** Given fields are used as they are, the others are detected. */
export interface MappingHints {
  sheet?: string | null;
  more_sheets?: readonly string[];
  encoding?: Encoding | null;
  delimiter?: Delimiter | null;
  title_rows?: number | null;
  header?: boolean | null;
  column?: number | null;
  more_columns?: readonly number[];
  /** Empty for none. */
  default_country?: string | null;
  country_column?: 'none' | { column: number } | null;
}

export const REASONS = [
  'header',
  'valid_numbers',
  'calling_codes',
  'country_column',
  'numbers_fit',
  'language',
  'other_columns',
  'other_numbers',
  'earlier_lists',
  'chosen',
  'other_column_likely',
  'other_country_likely',
  'few_valid',
  'looks_like_other',
  'layout_unclear',
  'other_sheet_likely',
] as const;
export type Reason = (typeof REASONS)[number];

export interface Question {
  about: 'column' | 'country' | 'layout' | 'sheet';
  /** Most likely first. The first one is the detected mapping. */
  options: readonly MappingHints[];
}

/** How sure the detected mapping is. */
export interface Confidence {
  sure: boolean;
  reasons: readonly { code: Reason; value: string }[];
  questions: readonly Question[];
}

export interface Preview {
  format: 'csv' | 'txt' | 'xlsx';
  packing: 'none' | 'gzip' | 'zip';
  members: readonly string[];
  sheets: readonly string[];
  mapping: Mapping;
  confidence: Confidence;
  columns: readonly { name: string; valid: number }[];
  /** Titles and header. */
  top: readonly (readonly string[])[];
  rows: readonly (readonly string[])[];
}

export type Counts = Readonly<Record<string, number>>;

export interface Analysis {
  total: number;
  blank: number;
  accepted: number;
  duplicates: number;
  suppressed: number;
  invalid: number;
  invalid_by_reason: Counts;
  by_country: Counts;
  by_kind: Counts;
  repaired: number;
  bytes: number;
}

export interface ListView {
  id: number;
  uid: number;
  username: string;
  kind: ListKind;
  state: ListState;
  name: string;
  file_name: string;
  bytes: number;
  numbers: number;
  created_at: number;
  expires_at: number | null;
  version: number;
  /** A list of this account that was created from the same file. */
  same_as: number | null;
  preview: Preview | null;
  mapping: Mapping | null;
  analysis: Analysis | null;
  /** In bytes, while analysing. */
  progress: { done: number; total: number } | null;
  error: string;
  error_text: string;
  has_rejected: boolean;
  columns: readonly string[];
  /** Its numbers are never sent to providers. */
  generated: boolean;
}

export interface ListFilter {
  kind?: ListKind | null;
  search?: string | null;
}
