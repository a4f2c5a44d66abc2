import { describe, expect, it } from 'vitest';
import { reachableSteps, shownStep } from './steps';

const list = (state: 'uploaded' | 'analysing' | 'ready' | 'failed', numbers = 0, preview: unknown = {}) => ({
  state,
  numbers,
  preview,
});

describe('reachable steps', () => {
  it.each([
    [null, ['source']],
    [list('uploaded'), ['source', 'map']],
    [list('failed'), ['source', 'map']],
    [list('failed', 0, null), ['source']],
    [list('analysing'), ['source', 'analyse']],
    [list('ready', 5), ['source', 'map', 'analyse', 'price']],
    [list('ready', 5, null), ['source', 'analyse', 'price']],
    [list('ready', 0), ['source', 'map', 'analyse']],
  ])('%j', (told, steps) => expect(reachableSteps(told)).toEqual(steps));
});

describe('shown step', () => {
  it.each([
    [null, null, 'source'],
    ['price', null, 'source'],
    ['price', list('uploaded'), 'map'],
    ['map', list('analysing'), 'analyse'],
    ['price', list('ready', 5), 'price'],
    [null, list('ready', 5), 'analyse'],
    ['price', list('ready', 0), 'analyse'],
    ['source', list('ready', 5), 'source'],
    ['nonsense', list('ready', 5), 'analyse'],
    ['map', list('ready', 5, null), 'analyse'],
  ])('%s of %j is %s', (wanted, told, step) => expect(shownStep(wanted, told)).toBe(step));
});
