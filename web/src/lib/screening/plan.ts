/** The plan of a task as it is stored in URLs: projects, their order and conditions. */
import type { CheckRequest, Condition, TaskMode } from './types';

export interface Plan {
  mode: TaskMode;
  checks: readonly CheckRequest[];
}

export const NO_CONDITION: Condition = { step: null, statuses: [], kinds: [], countries: [] };

/** Characters that do not need escaping in URLs. */
const PART = '*';
const ITEM = '.';
const WORD = /^[\w-]+$/;

/**
 * Each check is `slug`, or `slug*0.active*mobile.voip*CN` with its condition: earlier statuses, types,
 * countries.
 */
export function readPlan(params: URLSearchParams): Plan {
  const checks = params
    .getAll('project')
    .flatMap((text) => text.split(','))
    .map(readCheck)
    .filter((check) => check !== null);
  const mode = params.get('mode') === 'waterfall' ? 'waterfall' : 'parallel';
  return normalisePlan({ mode, checks });
}

function readCheck(text: string): CheckRequest | null {
  const [project = '', earlier = '', kinds = '', countries = ''] = text.split(PART);
  if (!WORD.test(project)) return null;
  const [step = '', ...statuses] = words(earlier);
  return {
    project,
    condition: {
      step: /^\d$/.test(step) ? Number(step) : null,
      statuses,
      kinds: words(kinds),
      countries: words(countries),
    },
  };
}

function words(text: string): string[] {
  return text.split(ITEM).filter((word) => WORD.test(word));
}

export function writePlan(plan: Plan, params: URLSearchParams = new URLSearchParams()): URLSearchParams {
  params.delete('project');
  params.delete('mode');
  for (const check of plan.checks) params.append('project', checkText(check));
  if (plan.mode === 'waterfall') params.set('mode', plan.mode);
  return params;
}

function checkText({ project, condition }: CheckRequest): string {
  if (!condition) return project;
  const earlier = condition.step === null ? [] : [String(condition.step), ...condition.statuses];
  return [project, earlier.join(ITEM), condition.kinds.join(ITEM), condition.countries.join(ITEM)].join(PART);
}

/**
 * A single check becomes a `single` task. Conditions exist only in a waterfall and only on earlier checks.
 */
export function normalisePlan({ mode, checks }: Plan): Plan {
  const once = checks.filter(
    ({ project }, index) => checks.findIndex((other) => other.project === project) === index,
  );
  const tidied: TaskMode = once.length <= 1 ? 'single' : mode === 'waterfall' ? 'waterfall' : 'parallel';
  return {
    mode: tidied,
    checks: once.map(({ project, condition }, index) => ({
      project,
      condition: tidied === 'waterfall' ? tidyCondition(condition, index) : null,
    })),
  };
}

function tidyCondition(condition: Condition | null, index: number): Condition | null {
  if (!condition) return null;
  const known = condition.step !== null && condition.step < index && condition.statuses.length > 0;
  const kept = known ? condition : { ...condition, step: null, statuses: [] };
  return isEmpty(kept) ? null : kept;
}

function isEmpty({ step, kinds, countries }: Condition): boolean {
  return step === null && kinds.length === 0 && countries.length === 0;
}

/** Equal plans have equal keys. */
export function planKey(plan: Plan): string {
  return writePlan(plan).toString();
}

export function addCheck(plan: Plan, project: string): Plan {
  return normalisePlan({
    mode: plan.mode === 'single' ? 'parallel' : plan.mode,
    checks: [...plan.checks, { project, condition: null }],
  });
}

export function removeCheck(plan: Plan, index: number): Plan {
  const order = plan.checks.map((_, at) => at).filter((at) => at !== index);
  return reorder(plan, order);
}

/** Conditions keep referring to the same project. A condition on a check that now comes later is dropped. */
export function moveCheck(plan: Plan, from: number, to: number): Plan {
  if (to < 0 || to >= plan.checks.length) return plan;
  const order = plan.checks.map((_, at) => at).filter((at) => at !== from);
  order.splice(to, 0, from);
  return reorder(plan, order);
}

function reorder(plan: Plan, order: readonly number[]): Plan {
  const checks = order.flatMap((at) => plan.checks[at] ?? []);
  return normalisePlan({
    mode: plan.mode,
    checks: checks.map(({ project, condition }) => ({
      project,
      condition: condition && { ...condition, step: moved(condition.step, order) },
    })),
  });
}

function moved(step: number | null, order: readonly number[]): number | null {
  if (step === null) return null;
  const now = order.indexOf(step);
  return now < 0 ? null : now;
}

export function setMode(plan: Plan, mode: TaskMode): Plan {
  return normalisePlan({ ...plan, mode });
}

/** Keeps a condition without statuses, because the user is about to choose them. */
export function setCondition(plan: Plan, index: number, condition: Condition | null): Plan {
  return {
    ...plan,
    checks: plan.checks.map((check, at) => (at === index ? { ...check, condition } : check)),
  };
}

/** Checks whose condition names an earlier check but none of its statuses. */
export function unfinishedChecks(plan: Plan): readonly number[] {
  return plan.checks.flatMap(({ condition }, index) =>
    condition && condition.step !== null && condition.statuses.length === 0 ? [index] : [],
  );
}
