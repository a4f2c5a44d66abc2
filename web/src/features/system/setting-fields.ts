/** Converts settings between display units (hours, days, percent, points) and the server's integers. */
import type { Settings } from './api/settings';

export type Unit = 'minutes' | 'hours' | 'days' | 'percent' | 'points' | 'numbers';

export interface NumberField {
  unit: Unit;
  /** Server units per display unit. */
  factor: number;
  /** Maximum decimals of the input. */
  digits: number;
  min: number;
  max: number;
}

export const NUMBER_FIELDS = {
  session_idle_s: { unit: 'hours', factor: 3600, digits: 2, min: 0.09, max: 720 },
  session_absolute_s: { unit: 'days', factor: 86_400, digits: 2, min: 0.01, max: 90 },
  points_per_usdt: { unit: 'points', factor: 10_000, digits: 4, min: 0.0001, max: 1_000_000 },
  commission_rate_bp: { unit: 'percent', factor: 100, digits: 2, min: 0, max: 100 },
  order_lifetime_s: { unit: 'minutes', factor: 60, digits: 0, min: 1, max: 1440 },
  low_balance: { unit: 'points', factor: 10_000, digits: 4, min: 0, max: 1_000_000_000 },
  retention_days: { unit: 'days', factor: 1, digits: 0, min: 1, max: 3650 },
  list_numbers: { unit: 'numbers', factor: 1, digits: 0, min: 1, max: 1_000_000_000 },
} as const satisfies Record<string, NumberField>;

export type NumberName = keyof typeof NUMBER_FIELDS;
export type SwitchName = 'credit_only' | 'registration_open' | 'require_staff_totp' | 'share_results';
export type FieldName =
  | NumberName
  | SwitchName
  | 'product_title'
  | 'product_logo'
  | 'operator_contact'
  | 'tron_node_url';

export const GROUPS: readonly {
  name: 'product' | 'access' | 'money' | 'data';
  fields: readonly FieldName[];
}[] = [
  { name: 'product', fields: ['product_title', 'product_logo', 'operator_contact'] },
  {
    name: 'access',
    fields: ['registration_open', 'require_staff_totp', 'session_idle_s', 'session_absolute_s'],
  },
  {
    name: 'money',
    fields: [
      'credit_only',
      'points_per_usdt',
      'commission_rate_bp',
      'order_lifetime_s',
      'low_balance',
      'tron_node_url',
    ],
  },
  { name: 'data', fields: ['retention_days', 'list_numbers', 'share_results'] },
];

export function isNumberName(name: string): name is NumberName {
  return Object.hasOwn(NUMBER_FIELDS, name);
}

/** Texts that may be missing. */
function isText(name: string): boolean {
  return name === 'product_title' || name === 'operator_contact';
}

/** Form values: numbers as typed. */
export type SettingValues = Record<string, string | boolean | null>;

/** Shows more decimals than can be typed if the stored number needs them. */
export function shownNumber(field: NumberField, stored: number): string {
  return String(Number((stored / field.factor).toFixed(6)));
}

export function valuesOf(settings: Settings): SettingValues {
  const values: SettingValues = {};
  for (const [name, stored] of Object.entries(settings)) {
    if (typeof stored === 'number') {
      values[name] = isNumberName(name) ? shownNumber(NUMBER_FIELDS[name], stored) : String(stored);
    } else {
      values[name] = isText(name) ? (stored ?? '') : stored;
    }
  }
  return values;
}

/** Settings that are not in the form are returned unchanged. */
export function settingsOf(values: SettingValues, stored: Settings): Settings {
  const next: Record<string, number | boolean | string | null> = { ...stored };
  for (const [name, value] of Object.entries(values)) {
    if (isNumberName(name)) {
      next[name] = storedNumber(NUMBER_FIELDS[name], String(value), stored[name]);
    } else if (isText(name)) {
      next[name] = String(value).trim() || null;
    } else if (typeof stored[name] !== 'number') {
      next[name] = value;
    }
  }
  return next;
}

/** An unchanged field keeps its exact number, even if it was rounded for display. */
function storedNumber(field: NumberField, typed: string, stored: unknown): number {
  if (typeof stored === 'number' && typed === shownNumber(field, stored)) return stored;
  return Math.round(Number(typed) * field.factor);
}

export type NumberProblem = 'number' | 'precision' | 'range';

export function checkNumber(field: NumberField, typed: string): NumberProblem | null {
  const text = typed.trim();
  const number = Number(text);
  if (text === '' || !Number.isFinite(number)) return 'number';
  if (number < field.min || number > field.max) return 'range';
  const decimals = text.split('.')[1]?.length ?? 0;
  return decimals > field.digits ? 'precision' : null;
}

const TITLE_MAX = 60;
const CONTACT_MAX = 200;
export type Problem = NumberProblem | 'title_long' | 'contact_long' | 'absolute_short';

/** Unchanged fields are not validated, because the server accepted them earlier. */
export function checkSettings(
  values: SettingValues,
  start: SettingValues,
): Partial<Record<FieldName, Problem>> {
  const problems: Partial<Record<FieldName, Problem>> = {};
  for (const name of Object.keys(values)) {
    if (!isNumberName(name) || values[name] === start[name]) continue;
    const problem = checkNumber(NUMBER_FIELDS[name], String(values[name]));
    if (problem) problems[name] = problem;
  }
  if (String(values.product_title ?? '').trim().length > TITLE_MAX) problems.product_title = 'title_long';
  if (String(values.operator_contact ?? '').trim().length > CONTACT_MAX) {
    problems.operator_contact = 'contact_long';
  }
  if (!problems.session_idle_s && !problems.session_absolute_s && isShorterThanIdle(values)) {
    problems.session_absolute_s = 'absolute_short';
  }
  return problems;
}

function isShorterThanIdle(values: SettingValues): boolean {
  const idle = Number(values.session_idle_s) * NUMBER_FIELDS.session_idle_s.factor;
  const absolute = Number(values.session_absolute_s) * NUMBER_FIELDS.session_absolute_s.factor;
  return absolute < idle;
}

const LOGO_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/svg+xml', 'image/webp']);
const LOGO_MAX_BYTES = 64 * 1024;

export function checkLogo(file: { type: string; size: number }): 'logo_type' | 'logo_large' | null {
  if (!LOGO_TYPES.has(file.type)) return 'logo_type';
  return file.size > LOGO_MAX_BYTES ? 'logo_large' : null;
}
