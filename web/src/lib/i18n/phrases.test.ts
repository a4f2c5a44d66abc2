import { describe, expect, it } from 'vitest';
import { labelled, listed } from './phrases';

describe('phrases', () => {
  it.each([
    ['zh', 'A、B、C'],
    ['en', 'A, B, C'],
    ['es', 'A, B y C'],
    ['ja', 'A、B、C'],
  ] as const)('%s lists names as %s', (language, text) => {
    expect(listed(language, ['A', 'B', 'C'])).toBe(text);
  });

  it('uses the colon of the language', () => {
    expect(labelled('zh', '运营商', 'Orbit')).toBe('运营商：Orbit');
    expect(labelled('es', 'Operador', 'Orbit')).toBe('Operador: Orbit');
  });
});
