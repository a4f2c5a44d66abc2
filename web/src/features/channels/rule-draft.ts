/** Form values of the rules that read responses. */
import { oneOf } from '@/lib/filter-values';
import { ACTIONS, type Also, type ClassifyRule, MATCH_BY, type MapRule } from './config';
import { type Pair, pairsOf, textsOf, whole } from './draft-values';

export interface MapDraft {
  to: string;
  path: string;
  values: Pair[];
  default: string;
  projects: string[];
  ignore_case: boolean;
  cases: CaseDraft[];
}

/** A range or pattern, and what it means. */
export interface CaseDraft {
  at_least: string;
  at_most: string;
  matches: string;
  is: string;
}

export interface ClassifyDraft {
  http: string;
  path: string;
  equals: string;
  at_most: string;
  wait: string;
  action: string;
  status: string;
  projects: string[];
  header: string;
  in: string[];
  at_least: string;
  matches: string;
  ignore_case: boolean;
  wait_header: string;
  free: boolean;
}

/** Items elsewhere in the answer whose numbers have one status. */
export interface AlsoDraft {
  items: string;
  match: { key: string; by: string };
  status: string;
  projects: string[];
}

export function alsoDraft(rule: Also): AlsoDraft {
  return {
    items: rule.items ?? '',
    match: { key: rule.match?.key ?? '$', by: rule.match?.by ?? 'e164' },
    status: rule.status ?? '',
    projects: [...(rule.projects ?? [])],
  };
}

export function alsoOf(rule: AlsoDraft): Also {
  return {
    items: rule.items.trim(),
    match: { key: rule.match.key.trim(), by: oneOf(MATCH_BY, rule.match.by) ?? 'e164' },
    status: rule.status.trim(),
    ...(rule.projects.length > 0 ? { projects: rule.projects } : {}),
  };
}

export function mapDraft(rule: MapRule): MapDraft {
  return {
    to: rule.to ?? '',
    path: rule.path ?? '',
    values: pairsOf(rule.values),
    default: rule.default ?? '',
    projects: [...(rule.projects ?? [])],
    ignore_case: rule.ignore_case ?? false,
    cases: (rule.cases ?? []).map(caseDraft),
  };
}

export function caseDraft(given: NonNullable<MapRule['cases']>[number]): CaseDraft {
  return {
    at_least: numberText(given.at_least),
    at_most: numberText(given.at_most),
    matches: given.matches ?? '',
    is: given.is ?? '',
  };
}

export function classifyDraft(rule: ClassifyRule): ClassifyDraft {
  const { equals } = rule;
  return {
    http: (rule.http ?? []).join(', '),
    path: rule.path ?? '',
    equals: equals === undefined || equals === null ? '' : equalsText(equals),
    at_most: numberText(rule.at_most),
    wait: rule.wait ?? '',
    action: rule.action ?? 'ok',
    status: rule.status ?? '',
    projects: [...(rule.projects ?? [])],
    header: rule.header ?? '',
    in: (rule.in ?? []).map(equalsText),
    at_least: numberText(rule.at_least),
    matches: rule.matches ?? '',
    ignore_case: rule.ignore_case ?? false,
    wait_header: rule.wait_header ?? '',
    free: rule.free ?? false,
  };
}

function numberText(value: number | null | undefined): string {
  return value === undefined || value === null ? '' : String(value);
}

/** Quotes a string that would otherwise be parsed as a number or boolean. */
function equalsText(value: unknown): string {
  return typeof value === 'string' && typeof equalsOf(value) === 'string' ? value : JSON.stringify(value);
}

/** Parses JSON such as `true`, `3` and `"3"`. Anything else is a plain string. */
export function equalsOf(typed: string): unknown {
  try {
    const value: unknown = JSON.parse(typed);
    return value === null ? typed : value;
  } catch {
    return typed;
  }
}

export function mapOf(rule: MapDraft): MapRule {
  const values = textsOf(rule.values);
  return {
    to: rule.to.trim(),
    path: rule.path.trim(),
    ...(rule.projects.length > 0 ? { projects: rule.projects } : {}),
    ...(Object.keys(values).length > 0 ? { values } : {}),
    ...(rule.ignore_case ? { ignore_case: true } : {}),
    ...(rule.cases.length > 0 ? { cases: rule.cases.map(caseOf) } : {}),
    ...(rule.default.trim() ? { default: rule.default.trim() } : {}),
  };
}

function caseOf(given: CaseDraft): NonNullable<MapRule['cases']>[number] {
  const [least, most] = [decimal(given.at_least), decimal(given.at_most)];
  return {
    ...(least === null ? {} : { at_least: least }),
    ...(most === null ? {} : { at_most: most }),
    ...(given.matches ? { matches: given.matches } : {}),
    is: given.is.trim(),
  };
}

/** A number that may have decimals. Null if the field is empty. */
function decimal(typed: string): number | null {
  const value = typed.trim() === '' ? Number.NaN : Number(typed);
  return Number.isFinite(value) ? value : null;
}

export function classifyOf(rule: ClassifyDraft): ClassifyRule {
  const http = rule.http.split(/[\s,]+/).filter(Boolean);
  return {
    ...(rule.projects.length > 0 ? { projects: rule.projects } : {}),
    ...(http.length > 0 ? { http: http.map(whole) } : {}),
    ...(rule.path.trim() ? { path: rule.path.trim() } : {}),
    ...(rule.header.trim() ? { header: rule.header.trim() } : {}),
    ...(rule.equals.trim() ? { equals: equalsOf(rule.equals.trim()) } : {}),
    ...(rule.in.length > 0 ? { in: rule.in.map(equalsOf) } : {}),
    ...(rule.at_least.trim() ? { at_least: whole(rule.at_least) } : {}),
    ...(rule.at_most.trim() ? { at_most: whole(rule.at_most) } : {}),
    ...(rule.matches ? { matches: rule.matches } : {}),
    ...(rule.ignore_case ? { ignore_case: true } : {}),
    ...(rule.wait.trim() ? { wait: rule.wait.trim() } : {}),
    ...(rule.wait_header.trim() ? { wait_header: rule.wait_header.trim() } : {}),
    action: oneOf(ACTIONS, rule.action) ?? 'ok',
    ...(rule.status.trim() ? { status: rule.status.trim() } : {}),
    ...(rule.free ? { free: true } : {}),
  };
}
