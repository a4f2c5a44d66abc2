/** Types of lists, as the server describes them. */
import { allWords, type Schemas } from '@/lib/api/schemas';

export const LIST_KINDS = allWords<ListKind>()('upload', 'saved', 'suppression', 'global');
export type ListKind = Schemas['ListKind'];
export const LIST_STATES = allWords<ListState>()('uploaded', 'analysing', 'ready', 'failed');
export type ListState = Schemas['ListState'];
export const ENCODINGS = allWords<Encoding>()(
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
);
export type Encoding = Schemas['Encoding'];
export const DELIMITERS = allWords<Delimiter>()(
  'comma',
  'semicolon',
  'tab',
  'pipe',
  'space',
  'none',
  'anywhere',
  'labelled',
  'mobiles',
  'mobile_only',
);
export type Delimiter = Schemas['Delimiter'];
/** Whether the numbers are searched in text that is no table. */
export const isFreeText = (delimiter: Delimiter | undefined): boolean =>
  delimiter !== undefined && FREE_TEXT.has(delimiter);
const FREE_TEXT: ReadonlySet<Delimiter> = new Set(['anywhere', 'labelled', 'mobiles', 'mobile_only']);
export type Mapping = Schemas['Mapping'];
export type ColumnChoice = Schemas['ColumnChoice'];
/** Given fields are used as they are, the others are detected. */
export type MappingHints = Schemas['Hints'];
export const REASONS = allWords<Reason>()(
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
  'sheets_continue',
  'landlines_left_out',
  'sender_left_out',
  'old_left_out',
);
export type Reason = Schemas['Why'];
export type Question = Schemas['Question'];
/** How sure the detected mapping is. */
export type Confidence = Schemas['Confidence'];
export type Preview = Schemas['Preview'];
export type Counts = Readonly<Record<string, number>>;
export type Analysis = Schemas['Analysis'];
export type ListView = Schemas['ListView'];
export type ListFilter = Schemas['ListFilterRequest'];
