import { expect, it } from 'vitest';
import { answerGroups } from './test-numbers';

it('puts projects that say the same together, most of them first', () => {
  expect(answerGroups({ hlr: 'live', whatsapp: 'active', telegram: 'active' })).toEqual([
    { answer: 'active', projects: ['whatsapp', 'telegram'] },
    { answer: 'live', projects: ['hlr'] },
  ]);
  expect(answerGroups({})).toEqual([]);
});
