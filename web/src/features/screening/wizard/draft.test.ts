import { describe, expect, it } from 'vitest';
import {
  draftOf,
  draftProblems,
  EMPTY_DRAFT,
  named,
  type NamedDraft,
  pastedLines,
  sizeProblem,
  startRequest,
} from './draft';

const good: NamedDraft = { ...EMPTY_DRAFT, name: 'March', purpose: 'own customers', confirmed_for: 7 };

describe('problems that prevent starting a task', () => {
  it.each<[Partial<NamedDraft>, string[]]>([
    [{}, []],
    [{ name: '  ' }, ['name']],
    [{ name: 'x'.repeat(121) }, ['name']],
    [{ purpose: '' }, ['purpose']],
    [{ confirmed_for: null }, ['confirmed']],
    [{ confirmed_for: 8 }, ['confirmed']],
    [{ error_threshold: 0 }, []],
    [{ limit_unknown: true, error_threshold: 0 }, ['error_threshold']],
    [{ limit_unknown: true, error_threshold: 101 }, ['error_threshold']],
    [{ limit_unknown: true, error_threshold: 100 }, []],
    [{ freshness_days: 31 }, ['freshness_days']],
    [{ freshness_days: 1.5 }, ['freshness_days']],
    [{ name: '', purpose: '' }, ['name', 'purpose']],
  ])('%j', (change, problems) => expect(draftProblems({ ...good, ...change }, 7)).toEqual(problems));
});

it.each([
  [null, 'list: WhatsApp'],
  ['', ''],
  ['March', 'March'],
])('a name is suggested until one is typed: %j', (typed, name) => {
  expect(named({ ...EMPTY_DRAFT, name: typed }, 'list: WhatsApp').name).toBe(name);
  expect(named(EMPTY_DRAFT, 'x'.repeat(200)).name).toHaveLength(120);
});

it('sends a normalised request', () => {
  const plan = { mode: 'single', checks: [{ project: 'whatsapp', condition: null }] } as const;
  expect(startRequest({ ...good, name: ' March ' }, plan, 7)).toEqual({
    list: 7,
    mode: 'single',
    checks: plan.checks,
    name: 'March',
    purpose: 'own customers',
    confirmed: true,
    error_threshold: null,
    freshness_days: 0,
  });
  expect(startRequest({ ...good, limit_unknown: true }, plan, 8)).toMatchObject({
    confirmed: false,
    error_threshold: 30,
  });
});

it('a duplicate copies the options but not the confirmation', () => {
  const task = { name: 'March', purpose: 'own', error_threshold: 20, freshness_days: 7 };
  expect(draftOf(task)).toEqual({
    ...EMPTY_DRAFT,
    name: 'March',
    purpose: 'own',
    limit_unknown: true,
    error_threshold: 20,
    freshness_days: 7,
  });
  expect(draftOf({ ...task, error_threshold: null })).toMatchObject({
    limit_unknown: false,
    error_threshold: 30,
  });
});

it.each([
  ['', 0],
  ['\n \n', 0],
  ['138\r\n139\n\n140\r141', 4],
])('%j has %i lines', (text, lines) => expect(pastedLines(text)).toBe(lines));

it.each([
  [5, null],
  [1, { kind: 'few', name: 'b', limit: 2 }],
  [200, { kind: 'many', name: 'a', limit: 100 }],
])('%i numbers', (numbers, problem) => {
  const limits = [
    { name: 'a', min_numbers: 1, max_numbers: 100 },
    { name: 'b', min_numbers: 2, max_numbers: 1000 },
  ];
  expect(sizeProblem(numbers, limits)).toEqual(problem);
});
