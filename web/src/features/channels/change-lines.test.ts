import { describe, expect, it } from 'vitest';
import { changeLines } from './change-lines';

const shown = (before: string, after: string): string[] =>
  changeLines(before, after).map(({ sign, text }) => `${sign} ${text}`);

describe('differences of a preset', () => {
  it('shows plain values as a whole', () => {
    expect(shown('5', '10')).toEqual(['− 5', '+ 10']);
    expect(shown('', 'GET')).toEqual(['+ GET']);
    expect(shown('$.a', '')).toEqual(['− $.a']);
  });

  it('shows the elements of a list that differ, as often as they do', () => {
    expect(shown('[{"a":1},{"b":2},{"a":1}]', '[{"a":1},{"c":[3]}]')).toEqual([
      '− {"b":2}',
      '− {"a":1}',
      '+ {"c":[3]}',
    ]);
    expect(shown('', '["x"]')).toEqual(['+ "x"']);
  });

  it('shows the whole list if only its order differs', () => {
    expect(shown('[1,2]', '[2,1]')).toEqual(['− 1', '− 2', '+ 2', '+ 1']);
  });

  it('shows the fields of an object that differ', () => {
    expect(shown('{"a":1,"b":"x"}', '{"b":"y","a":1}')).toEqual(['− b: "x"', '+ b: "y"']);
  });
});
