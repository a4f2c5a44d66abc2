import { expect, it } from 'vitest';
import { answerGroups } from './test-numbers';

it('groups projects by status, largest group first', () => {
  expect(answerGroups({ hlr: 'live', whatsapp: 'active', telegram: 'active' })).toEqual([
    { answer: 'active', projects: ['whatsapp', 'telegram'] },
    { answer: 'live', projects: ['hlr'] },
  ]);
  expect(answerGroups({})).toEqual([]);
});
