import { describe, expect, it } from 'vitest';
import { withLabel, joinNames } from './phrases';

describe('phrases', () => {
  it.each([
    ['zh', 'A、B、C'],
    ['en', 'A, B, C'],
    ['es', 'A, B y C'],
    ['ja', 'A、B、C'],
  ] as const)('%s lists names as %s', (language, text) => {
    expect(joinNames(language, ['A', 'B', 'C'])).toBe(text);
  });

  it('uses the colon of the language', () => {
    expect(withLabel('zh', '运营商', 'Orbit')).toBe('运营商：Orbit');
    expect(withLabel('es', 'Operador', 'Orbit')).toBe('Operador: Orbit');
  });
});
