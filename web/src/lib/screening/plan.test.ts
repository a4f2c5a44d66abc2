import { describe, expect, it } from 'vitest';
import {
  addCheck,
  moveCheck,
  NO_CONDITION,
  type Plan,
  planKey,
  readPlan,
  removeCheck,
  setCondition,
  setMode,
  unfinishedChecks,
  writePlan,
  addStep,
  onlyHits,
  unconditionalSteps,
} from './plan';
import type { Condition } from './types';

const after = (step: number, ...statuses: string[]): Condition => ({ ...NO_CONDITION, step, statuses });
const mobile: Condition = { ...NO_CONDITION, kinds: ['mobile'] };

const waterfall: Plan = {
  mode: 'waterfall',
  checks: [
    { project: 'hygiene', condition: null },
    { project: 'reach', condition: mobile },
    { project: 'whatsapp', condition: { ...after(1, 'reachable', 'absent'), countries: ['CN', 'US'] } },
  ],
};

describe('plan in the URL', () => {
  it('round-trips', () => {
    expect(planKey(waterfall)).toBe(
      'project=hygiene&project=reach**mobile*&project=whatsapp*1.reachable.absent**CN.US&mode=waterfall',
    );
    expect(readPlan(writePlan(waterfall))).toEqual(waterfall);
  });

  it.each([
    ['', 'single', []],
    ['project=a', 'single', ['a']],
    ['project=a,b', 'parallel', ['a', 'b']],
    ['project=a&project=b&mode=waterfall', 'waterfall', ['a', 'b']],
    ['project=a&mode=waterfall', 'single', ['a']],
    ['project=a&project=a', 'single', ['a']],
    ['project=<script>&project=b', 'single', ['b']],
    ['project=a&project=b&mode=nonsense', 'parallel', ['a', 'b']],
  ])('%s', (address, mode, projects) => {
    const plan = readPlan(new URLSearchParams(address));
    expect([plan.mode, plan.checks.map(({ project }) => project)]).toEqual([mode, projects]);
  });

  it.each([
    ['project=a*0.active&project=b', null],
    ['project=a&project=b*1.active&mode=waterfall', null],
    ['project=a&project=b*0&mode=waterfall', null],
    ['project=a&project=b*0.active&mode=waterfall', after(0, 'active')],
    ['project=a&project=b*x.active*mobile&mode=waterfall', mobile],
  ])('only conditions that can be met are read: %s', (address, condition) => {
    expect(readPlan(new URLSearchParams(address)).checks.at(-1)?.condition).toEqual(condition);
  });

  it('keeps other parameters', () => {
    const params = new URLSearchParams('list=3&project=old&mode=waterfall');
    expect(
      writePlan({ mode: 'single', checks: [{ project: 'new', condition: null }] }, params).toString(),
    ).toBe('list=3&project=new');
  });
});

describe('building a plan', () => {
  it('adding a check makes it parallel, but keeps a waterfall', () => {
    const one = addCheck({ mode: 'single', checks: [] }, 'a');
    expect(one.mode).toBe('single');
    expect(addCheck(one, 'b').mode).toBe('parallel');
    expect(addCheck(waterfall, 'telegram').mode).toBe('waterfall');
    expect(addCheck(one, 'a').checks).toHaveLength(1);
  });

  it('a condition follows its check', () => {
    const moved = moveCheck(waterfall, 0, 1);
    expect(moved.checks.map(({ project }) => project)).toEqual(['reach', 'hygiene', 'whatsapp']);
    expect(moved.checks[2]?.condition?.step).toBe(0);
    expect(removeCheck(waterfall, 0).checks[1]?.condition?.step).toBe(0);
  });

  it('a condition is dropped if its check is removed or moved after it', () => {
    expect(removeCheck(waterfall, 1).checks[1]?.condition).toEqual({
      ...NO_CONDITION,
      countries: ['CN', 'US'],
    });
    expect(moveCheck(waterfall, 2, 0).checks[0]?.condition).toEqual({
      ...NO_CONDITION,
      countries: ['CN', 'US'],
    });
    expect(moveCheck(waterfall, 0, -1)).toBe(waterfall);
  });

  it('parallel mode has no conditions', () => {
    expect(setMode(waterfall, 'parallel').checks.every(({ condition }) => condition === null)).toBe(true);
  });

  it('a condition may have no statuses yet', () => {
    const waiting = setCondition(waterfall, 2, after(0));
    expect(unfinishedChecks(waiting)).toEqual([2]);
    expect(unfinishedChecks(waterfall)).toEqual([]);
  });
});

describe('conditions of a waterfall', () => {
  const hitOf = (project: string): string | undefined =>
    ({ whatsapp: 'active', telegram: 'registered' })[project];
  const none = (project: string): { project: string; condition: null } => ({ project, condition: null });
  const hits = (step: number, status: string) => ({ step, statuses: [status], kinds: [], countries: [] });

  it('choosing a waterfall limits every later step to the hits of the step before', () => {
    const plan = { mode: 'waterfall', checks: [none('whatsapp'), none('telegram'), none('signal')] } as const;
    expect(onlyHits(plan, hitOf).checks.map(({ condition }) => condition)).toEqual([
      null,
      hits(0, 'active'),
      hits(1, 'registered'),
    ]);
  });

  it('keeps conditions, parallel plans and unknown projects as they are', () => {
    const own = {
      project: 'telegram',
      condition: { step: null, statuses: [], kinds: ['mobile'], countries: [] },
    };
    const chosen = { mode: 'waterfall', checks: [none('whatsapp'), own] } as const;
    expect(onlyHits(chosen, hitOf)).toEqual(chosen);
    const parallel = { mode: 'parallel', checks: [none('whatsapp'), none('telegram')] } as const;
    expect(onlyHits(parallel, hitOf)).toEqual(parallel);
    const unknown = { mode: 'waterfall', checks: [none('x'), none('telegram')] } as const;
    expect(onlyHits(unknown, hitOf)).toEqual(unknown);
  });

  it('a new step starts with a condition, earlier steps stay as the user set them', () => {
    const every = { mode: 'waterfall', checks: [none('whatsapp'), none('telegram')] } as const;
    const added = addStep(every, 'signal', hitOf);
    expect(added.checks.map(({ condition }) => condition)).toEqual([null, null, hits(1, 'registered')]);
    expect(unconditionalSteps(added)).toEqual([1]);
    expect(unconditionalSteps({ ...added, mode: 'parallel' })).toEqual([]);
  });
});
