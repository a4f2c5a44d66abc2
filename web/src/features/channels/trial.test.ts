import { expect, it } from 'vitest';
import { answerText, readable } from './trial';

it.each([
  ['{"a":1}', '{\n  "a": 1\n}'],
  ['<html>', '<html>'],
  ['', ''],
])('%j is shown as %j', (body, text) => expect(readable(body)).toBe(text));

it.each([
  [[['x-id', '1']], '', 'x-id: 1'],
  [[['x-id', '1']], 'no', 'x-id: 1\n\nno'],
  [[], 'no', 'no'],
])('%j and %j', (headers, body, text) => expect(answerText(headers, body)).toBe(text));
