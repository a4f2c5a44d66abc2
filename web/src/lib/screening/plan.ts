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

/** The status of a project that customers look for; undefined if the project is not known. */
export type HitOf = (project: string) => string | undefined;

/** Later steps of a waterfall without a condition check only the hits of the step before. */
export function onlyHits(plan: Plan, hitOf: HitOf): Plan {
  if (plan.mode !== 'waterfall') return plan;
  return {
    ...plan,
    checks: plan.checks.map((check, index) => {
      const before = plan.checks[index - 1];
      const hit = before && hitOf(before.project);
      if (check.condition || hit === undefined) return check;
      return { ...check, condition: { ...NO_CONDITION, step: index - 1, statuses: [hit] } };
    }),
  };
}

/** A check that is added to a waterfall starts with a condition. Earlier checks stay as the user set them. */
export function addStep(plan: Plan, project: string, hitOf: HitOf): Plan {
  const added = addCheck(plan, project);
  const last = added.checks.length - 1;
  const suggested = onlyHits(added, hitOf).checks[last];
  return suggested ? { ...added, checks: [...added.checks.slice(0, last), suggested] } : added;
}

/** Steps of a waterfall, from 0, that check every number whatever the earlier steps found. */
export function unconditionalSteps(plan: Plan): readonly number[] {
  if (plan.mode !== 'waterfall') return [];
  return plan.checks.flatMap(({ condition }, index) => (index > 0 && !condition ? [index] : []));
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
