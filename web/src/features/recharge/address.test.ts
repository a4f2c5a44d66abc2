import { expect, it } from 'vitest';
import { looksLikeAddress } from './address';

it.each([
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', true],
  [' TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t ', true],
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6', false],
  ['0xa614f803b6fd780986a42c78ec9c7f77e6ded13c', false],
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj60', false],
  ['', false],
])('%j: %s', (typed, expected) => {
  expect(looksLikeAddress(typed)).toBe(expected);
});
