import { describe, expect, it } from 'vitest';
import { deviceName, endingOf } from './login';

describe('devices', () => {
  it.each([
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
      'Chrome · Linux',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
      'Edge · Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Safari/604.1',
      'Safari · iOS',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 15.0; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Firefox · macOS',
    ],
    ['curl/8.14.1', 'curl'],
    ['something else', null],
    ['', null],
  ])('%s', (userAgent, expected) => {
    expect(deviceName(userAgent)).toBe(expected);
  });
});

it.each([
  [null, 'open'],
  ['replaced', 'replaced'],
  ['logged_out', 'logged_out'],
  ['struck_by_lightning', 'ended'],
])('an ending of %j is %s', (ended, expected) => {
  expect(endingOf(ended)).toBe(expected);
});
