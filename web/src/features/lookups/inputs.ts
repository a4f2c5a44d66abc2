/** Values that checks need besides the numbers, such as the date of consent. */
import type { AskRequest } from './api/lookups';

export type InputKind = 'date' | 'text';

/** A value that some of the chosen checks need. */
export interface NeededInput {
  name: string;
  kind: InputKind;
  /** Names of the checks that need it. */
  checks: string[];
}

/** Values by number as it was typed, then by input. */
export type GivenInputs = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface Project {
  slug: string;
  name: string;
  inputs: readonly { name: string; kind: InputKind }[];
}

/** What the chosen checks need, each input once. */
export function neededInputs(projects: readonly Project[], chosen: readonly string[]): NeededInput[] {
  const needed = new Map<string, NeededInput>();
  for (const project of projects.filter(({ slug }) => chosen.includes(slug))) {
    for (const { name, kind } of project.inputs) {
      const known = needed.get(name);
      if (known) known.checks.push(project.name);
      else needed.set(name, { name, kind, checks: [project.name] });
    }
  }
  return [...needed.values()];
}

/** The inputs of a request: one object per number, without empty values; none if no check needs any. */
export function inputsOf(
  numbers: readonly string[],
  needed: readonly NeededInput[],
  given: GivenInputs,
): NonNullable<AskRequest['inputs']> {
  if (needed.length === 0) return [];
  return numbers.map((number) => {
    const values = needed.map(({ name }) => [name, given[number]?.[name]?.trim() ?? ''] as const);
    return Object.fromEntries(values.filter(([, value]) => value !== ''));
  });
}

/** The values of the first number for all numbers. */
export function firstForAll(numbers: readonly string[], given: GivenInputs): GivenInputs {
  const [first] = numbers;
  const values = first === undefined ? {} : (given[first] ?? {});
  return Object.fromEntries(numbers.map((number) => [number, values]));
}
