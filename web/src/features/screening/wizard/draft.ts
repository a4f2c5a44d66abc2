/** Input for a task that has not started. Stored per plan in this window. */
import { array, boolean, nullable, number, object, record, string, type infer as Infer } from 'zod/mini';
import { FRESHNESS_MAX_DAYS, NAME_MAX_CHARS } from '@/config/constants';
import { keysOf } from '@/lib/records';
import type { Plan } from '@/lib/screening/plan';
import type { StartRequest, TaskView } from '@/lib/screening/types';

export const draftSchema = object({
  pasted: string(),
  /** Null until the user enters a name. Until then a name is suggested. */
  name: nullable(string()),
  purpose: string(),
  /** The list that the user confirmed they may process. */
  confirmed_for: nullable(number()),
  limit_unknown: boolean(),
  error_threshold: number(),
  freshness_days: number(),
  carried: nullable(object({ list: number(), width: number(), columns: array(number()) })),
  /** The last free sample and its list and project. */
  sample: nullable(object({ list: number(), project: string(), task: number() })),
});

export type Draft = Infer<typeof draftSchema>;
export const draftsSchema = record(string(), draftSchema);

export const EMPTY_DRAFT: Draft = {
  pasted: '',
  name: null,
  purpose: '',
  confirmed_for: null,
  limit_unknown: false,
  error_threshold: 30,
  freshness_days: 0,
  carried: null,
  sample: null,
};

export const PURPOSE_MAX_CHARS = 500;

export type NamedDraft = Draft & { name: string };

export function named(draft: Draft, suggestion: string): NamedDraft {
  return { ...draft, name: draft.name ?? suggestion.slice(0, NAME_MAX_CHARS) };
}

export type Problem = 'name' | 'purpose' | 'confirmed' | 'error_threshold' | 'freshness_days';

export function draftProblems(draft: NamedDraft, list: number): readonly Problem[] {
  const whole = (value: number, least: number, most: number): boolean =>
    Number.isInteger(value) && value >= least && value <= most;
  const good: Record<Problem, boolean> = {
    name: draft.name.trim().length > 0 && draft.name.trim().length <= NAME_MAX_CHARS,
    purpose: draft.purpose.trim().length > 0 && draft.purpose.trim().length <= PURPOSE_MAX_CHARS,
    error_threshold: !draft.limit_unknown || whole(draft.error_threshold, 1, 100),
    freshness_days: whole(draft.freshness_days, 0, FRESHNESS_MAX_DAYS),
    confirmed: draft.confirmed_for === list,
  };
  return keysOf(good).filter((name) => !good[name]);
}

export function startRequest(draft: NamedDraft, plan: Plan, list: number): StartRequest {
  return {
    list,
    mode: plan.mode,
    checks: [...plan.checks],
    name: draft.name.trim(),
    purpose: draft.purpose.trim(),
    confirmed: draft.confirmed_for === list,
    error_threshold: draft.limit_unknown ? draft.error_threshold : null,
    freshness_days: draft.freshness_days,
  };
}

/** Copies name and options of an earlier task, but not the confirmation. */
export function draftOf(
  task: Pick<TaskView, 'name' | 'purpose' | 'error_threshold' | 'freshness_days'>,
): Draft {
  return {
    ...EMPTY_DRAFT,
    name: task.name,
    purpose: task.purpose,
    limit_unknown: task.error_threshold !== null,
    error_threshold: task.error_threshold ?? EMPTY_DRAFT.error_threshold,
    freshness_days: task.freshness_days,
  };
}

/** Number of non-empty lines. */
export function pastedLines(text: string): number {
  return text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '').length;
}

/** Checks the number of numbers against the limits of the projects. */
export function sizeProblem(
  numbers: number,
  limits: readonly { name: string; min_numbers: number; max_numbers: number }[],
): { kind: 'few' | 'many'; name: string; limit: number } | null {
  for (const { name, min_numbers, max_numbers } of limits) {
    if (numbers < min_numbers) return { kind: 'few', name, limit: min_numbers };
    if (numbers > max_numbers) return { kind: 'many', name, limit: max_numbers };
  }
  return null;
}
