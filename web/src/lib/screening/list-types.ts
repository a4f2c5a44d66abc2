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
  'windows-1252',
] as const;
export type Encoding = (typeof ENCODINGS)[number];
export const DELIMITERS = ['comma', 'semicolon', 'tab', 'pipe', 'none'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

export interface Mapping {
  sheet: string | null;
  encoding: Encoding;
  delimiter: Delimiter;
  header: boolean;
  column: number;
  carried: readonly number[];
  default_country: string | null;
}

/** Given fields are used as they are, the others are detected. */
export type MappingHints = Partial<Omit<Mapping, 'carried'>>;

export interface Preview {
  format: 'csv' | 'txt' | 'xlsx';
  packing: 'none' | 'gzip' | 'zip';
  members: readonly string[];
  sheets: readonly string[];
  mapping: Mapping;
  columns: readonly { name: string; valid: number }[];
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
