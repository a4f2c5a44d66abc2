import { describe, expect, it } from 'vitest';
import { firstForAll, inputsOf, neededInputs } from './inputs';

const PROJECTS = [
  { slug: 'whatsapp', name: 'WhatsApp', inputs: [] },
  { slug: 'reassigned', name: 'Reassigned', inputs: [{ name: 'since', kind: 'date' as const }] },
  {
    slug: 'owner',
    name: 'Owner',
    inputs: [
      { name: 'since', kind: 'date' as const },
      { name: 'surname', kind: 'text' as const },
    ],
  },
];

describe('inputs of a lookup', () => {
  it('are what the chosen checks need, each once', () => {
    expect(neededInputs(PROJECTS, ['whatsapp'])).toEqual([]);
    expect(neededInputs(PROJECTS, ['owner', 'reassigned'])).toEqual([
      { name: 'since', kind: 'date', checks: ['Reassigned', 'Owner'] },
      { name: 'surname', kind: 'text', checks: ['Owner'] },
    ]);
  });

  it('are sent for every number, without empty values', () => {
    const needed = neededInputs(PROJECTS, ['owner']);
    const given = { '+1': { since: '2024-03-01', surname: ' ' }, '+3': { surname: ' Lee ' } };
    expect(inputsOf(['+1', '+2', '+3'], needed, given)).toEqual([
      { since: '2024-03-01' },
      {},
      { surname: 'Lee' },
    ]);
    expect(inputsOf(['+1'], [], given)).toEqual([]);
  });

  it('of the first number can be used for all', () => {
    const values = { since: '2024-03-01' };
    expect(firstForAll(['+1', '+2'], { '+1': values })).toEqual({ '+1': values, '+2': values });
    expect(firstForAll([], {})).toEqual({});
  });
});
