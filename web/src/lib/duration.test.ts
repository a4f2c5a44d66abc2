import { expect, it } from 'vitest';
import { durationParts } from './duration';

it.each([
  [0, { unit: 'moment' }],
  [0.4, { unit: 'moment' }],
  [1, { unit: 'seconds', count: 1 }],
  [59.4, { unit: 'seconds', count: 59 }],
  [61, { unit: 'minutes', minutes: 1, seconds: 1 }],
  [3600, { unit: 'hours', hours: 1, minutes: 0 }],
  [90_000, { unit: 'days', days: 1, hours: 1 }],
])('%d s reads %j', (seconds, expected) => expect(durationParts(seconds)).toEqual(expected));
