import { describe, expect, it } from 'vitest';
import { createSseParser } from './sse-parser';

function read(...pieces: string[]) {
  const parser = createSseParser();
  return pieces.flatMap((piece) => parser.push(piece));
}

describe('event stream', () => {
  it.each([
    ['whole', ['id: 7\nevent: notify\ndata: {}\n\n'], [{ id: '7', event: 'notify', data: '{}' }]],
    [
      'split anywhere',
      ['id: 7\nev', 'ent: not', 'ify\ndata: {', '}\n', '\n'],
      [{ id: '7', event: 'notify', data: '{}' }],
    ],
    [
      'with CRLF',
      ['id: 7\r\nevent: balance\r\ndata: {}\r\n\r\n'],
      [{ id: '7', event: 'balance', data: '{}' }],
    ],
    ['split inside CRLF', ['data: a\r', '\n\r\n'], [{ id: null, event: 'message', data: 'a' }]],
    ['two data lines', ['data: a\ndata: b\n\n'], [{ id: null, event: 'message', data: 'a\nb' }]],
    ['a heartbeat', [': keep-alive\n\n'], []],
    ['an event without data', ['event: notify\n\n'], []],
    ['without a space', ['data:x\n\n'], [{ id: null, event: 'message', data: 'x' }]],
    ['unfinished', ['data: x\n'], []],
  ])('%s', (_, pieces, expected) => {
    expect(read(...pieces)).toEqual(expected);
  });

  it('keeps the ID for later events, but not the type', () => {
    expect(read('id: 1\nevent: notify\ndata: a\n\ndata: b\n\n')).toEqual([
      { id: '1', event: 'notify', data: 'a' },
      { id: '1', event: 'message', data: 'b' },
    ]);
  });
});
