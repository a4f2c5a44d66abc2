import { expect, it } from 'vitest';
import { addressFor, LANGUAGES, samplesIn } from './samples';

it.each(LANGUAGES)(
  'every example in %s uses the reader’s server and a key from the environment',
  (language) => {
    const samples = samplesIn(language, 'https://numbers.example');
    expect(samples.length).toBeGreaterThan(0);
    for (const { source } of samples) {
      expect(source).toContain('https://numbers.example');
      expect(source).not.toContain('127.0.0.1');
      expect(source).toContain('NUMSIFT_API_KEY');
    }
  },
);

it.each([
  ['http://numbers.example', 'https://numbers.example', 'https://numbers.example'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['https://api.numbers.example', 'https://numbers.example', 'https://api.numbers.example'],
  ['https://numbers.example/screening', 'https://numbers.example', 'https://numbers.example/screening'],
])('of %s, read at %s, programs ask %s', (baseUrl, origin, expected) => {
  expect(addressFor(baseUrl, new URL(origin))).toBe(expected);
});
