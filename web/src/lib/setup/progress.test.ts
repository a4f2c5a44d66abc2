import { describe, expect, it } from 'vitest';
import { progressOf } from './progress';
import type { SetupStep } from './setup';

const step = (name: SetupStep['step'], done: boolean): SetupStep => ({ step: name, done, findings: [] });

describe('the progress of the setup', () => {
  it('counts the steps and names the first that is not done', () => {
    const steps = [step('brand', true), step('payment', false), step('channel', true), step('backup', false)];
    expect(progressOf({ steps })).toEqual({ done: 2, total: 4, next: 'payment' });
  });

  it('nothing comes next when all is done', () => {
    expect(progressOf({ steps: [step('brand', true)] })).toEqual({ done: 1, total: 1, next: null });
  });
});
