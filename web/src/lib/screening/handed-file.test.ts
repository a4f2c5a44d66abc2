import { expect, it } from 'vitest';
import { handOver, takeHandedFile, waitingFileName } from './handed-file';

it('a file is taken once', () => {
  expect([waitingFileName(), takeHandedFile()]).toEqual([null, null]);
  const file = new File(['1'], 'a.csv');
  handOver(file);
  expect(waitingFileName()).toBe('a.csv');
  expect(takeHandedFile()).toBe(file);
  expect([waitingFileName(), takeHandedFile()]).toEqual([null, null]);
});
