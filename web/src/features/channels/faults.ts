/** Maps the server's faults to form fields. */

export interface Fault {
  field: string;
  problem: { code: string; message?: string; name?: string; min?: number; max?: number };
}

export const PROBLEMS = [
  'missing',
  'not_a_json_path',
  'bad_template',
  'unknown_name',
  'out_of_range',
  'contradicts_mode',
  'not_a_url',
  'not_a_day',
  'not_a_method',
  'not_a_header',
  'not_a_country',
  'not_a_name',
  'not_a_key',
  'not_a_regex',
] as const;

export type ProblemCode = (typeof PROBLEMS)[number];

export function problemCode(code: string): ProblemCode | null {
  return PROBLEMS.find((known) => known === code) ?? null;
}

/** `map[1].values.live` becomes `map.1.values`: a name/value table shows its errors as a whole. */
export function formPath(field: string): string {
  const path = field
    .replace(/^config\./, '')
    .replace(/\[(\d+)\]/g, '.$1')
    .replace(/^\./, '');
  const [, list] =
    /^((?:submit|poll)\.(?:headers|query)|map\.\d+\.values|secrets|classify\.\d+\.http|checks|countries|poll\.(?:done|failed))\./.exec(
      `${path}.`,
    ) ?? [];
  return list ?? path;
}

export const SECTIONS = [
  'general',
  'access',
  'request',
  'poll',
  'callback',
  'answer',
  'rules',
  'limits',
] as const;
export type Section = (typeof SECTIONS)[number];
