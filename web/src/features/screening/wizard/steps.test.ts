import { describe, expect, it } from 'vitest';
import { mainStep, reachableSteps, shownStep, STEPS } from './steps';

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
    [list('ready', 5), ['source', 'map', 'analyse', 'start']],
    [list('ready', 5, null), ['source', 'analyse', 'start']],
    [list('ready', 0), ['source', 'map', 'analyse']],
  ])('%j', (told, steps) => expect(reachableSteps(told)).toEqual(steps));
});

describe('shown step', () => {
  it.each([
    [null, null, 'source'],
    ['start', null, 'source'],
    ['start', list('uploaded'), 'map'],
    ['map', list('analysing'), 'analyse'],
    ['start', list('ready', 5), 'start'],
    ['map', list('ready', 5), 'map'],
    [null, list('ready', 5), 'analyse'],
    ['start', list('ready', 0), 'analyse'],
    ['source', list('ready', 5), 'source'],
    ['nonsense', list('ready', 5), 'analyse'],
    ['map', list('ready', 5, null), 'analyse'],
  ])('%s of %j is %s', (wanted, told, step) => expect(shownStep(wanted, told)).toBe(step));
});

it('there are three steps, and the columns belong to the first', () => {
  expect(STEPS).toHaveLength(3);
  expect(mainStep('map')).toBe('source');
  expect(mainStep('start')).toBe('start');
});
