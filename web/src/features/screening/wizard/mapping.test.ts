import { describe, expect, it } from 'vitest';
import type { Mapping, Preview } from '@/lib/screening/list-types';
import { carriedColumns, columnLetter, fewNumbers, hintsFor, isAnalysedWith, isSure } from './mapping';

const mapping: Mapping = {
  sheet: 'Sheet1',
  more_sheets: [],
  encoding: 'utf-8',
  delimiter: 'comma',
  quote: 'double',
  backslash: false,
  skip_spaces: false,
  title_rows: 0,
  header: true,
  header_rows: 0,
  column: 1,
  more_columns: [],
  carried: [],
  without: [],
  default_country: 'CN',
  country_column: null,
  area_column: null,
};
const preview: Preview = {
  format: 'csv',
  packing: 'none',
  members: [],
  sheets: [],
  mapping,
  columns: [
    { name: 'name', valid: 0 },
    { name: 'phone', valid: 0.9 },
    { name: 'city', valid: 0 },
  ],
  confidence: { sure: true, reasons: [], questions: [] },
  top: [['name', 'phone', 'city']],
  rows: [['a', 'b', 'c']],
};

describe('mapping choices that are kept', () => {
  it('keeps further columns and sheets until the sheet changes', () => {
    const several = { ...mapping, more_sheets: ['Sheet2'], more_columns: [2] };
    expect(hintsFor(several, { header: false })).toMatchObject({
      more_sheets: ['Sheet2'],
      more_columns: [2],
    });
    expect(hintsFor(several, { more_columns: [] })).toMatchObject({ column: 1, more_columns: [] });
    expect(hintsFor(several, { sheet: 'Sheet2' })).toEqual({ sheet: 'Sheet2', default_country: 'CN' });
  });

  it.each([
    [{ sheet: 'Other' }, { sheet: 'Other', default_country: 'CN' }],
    [{ encoding: 'gb18030' }, { sheet: 'Sheet1', encoding: 'gb18030', default_country: 'CN' }],
    [{ delimiter: 'tab' }, { sheet: 'Sheet1', encoding: 'utf-8', delimiter: 'tab', default_country: 'CN' }],
    [
      { header: false },
      {
        sheet: 'Sheet1',
        encoding: 'utf-8',
        delimiter: 'comma',
        title_rows: 0,
        header: false,
        column: 1,
        default_country: 'CN',
      },
    ],
    [
      { column: 2 },
      {
        sheet: 'Sheet1',
        encoding: 'utf-8',
        delimiter: 'comma',
        title_rows: 0,
        header: true,
        column: 2,
        default_country: 'CN',
      },
    ],
    [
      { default_country: 'US' },
      {
        sheet: 'Sheet1',
        encoding: 'utf-8',
        delimiter: 'comma',
        title_rows: 0,
        header: true,
        column: 1,
        country_column: 'none',
        area_column: 'none',
        default_country: 'US',
      },
    ],
    [
      { default_country: null },
      {
        sheet: 'Sheet1',
        encoding: 'utf-8',
        delimiter: 'comma',
        title_rows: 0,
        header: true,
        column: 1,
        country_column: 'none',
        area_column: 'none',
        default_country: '',
      },
    ],
  ] as const)('after %j', (change, hints) => expect(hintsFor(mapping, change)).toEqual(hints));

  it('keeps the country column unless the file is read in another way', () => {
    const named = { ...mapping, country_column: 2 };
    expect(hintsFor(named, { column: 0 }).country_column).toEqual({ column: 2 });
    expect(hintsFor(named, { country_column: 'none' }).country_column).toBe('none');
    expect(hintsFor(named, { delimiter: 'tab' })).not.toHaveProperty('country_column');
  });

  it('keeps the column of area codes unless the numbers are in another column', () => {
    const divided = { ...mapping, area_column: 1 };
    expect(hintsFor(divided, { header: false }).area_column).toEqual({ column: 1 });
    expect(hintsFor(divided, { column: 0 })).not.toHaveProperty('area_column');
  });

  it('does not look again for columns that were declined', () => {
    const declined = { country_column: 'none', area_column: 'none' };
    expect(hintsFor(mapping, { default_country: 'DE' })).toMatchObject(declined);
    expect(hintsFor(mapping, { more_columns: [2] })).toMatchObject(declined);
    expect(hintsFor(mapping, { header: false })).not.toHaveProperty('country_column');
  });

  it('takes the answer to a question', () => {
    const hints = hintsFor(mapping, { column: 0, default_country: 'DE' });
    expect(hints).toMatchObject({ column: 0, default_country: 'DE', delimiter: 'comma' });
  });

  it('omits the sheet if the file has none', () => {
    expect(hintsFor({ ...mapping, sheet: null }, { encoding: 'big5' })).toEqual({
      encoding: 'big5',
      default_country: 'CN',
    });
  });
});

describe('carried columns', () => {
  it.each([
    ['all except the number column', null, [0, 2]],
    ['the chosen columns', { list: 7, width: 3, columns: [2] }, [2]],
    ['none, if so chosen', { list: 7, width: 3, columns: [] }, []],
    ['never the number column', { list: 7, width: 3, columns: [1, 2] }, [2]],
    ['ignores the choice for another list', { list: 8, width: 3, columns: [] }, [0, 2]],
    ['ignores the choice for another column count', { list: 7, width: 2, columns: [0] }, [0, 2]],
  ])('%s', (_, chosen, columns) => expect(carriedColumns(preview, 7, chosen)).toEqual(columns));

  it('include all number columns if there are several', () => {
    const several = { ...preview, mapping: { ...mapping, more_columns: [2] } };
    expect(carriedColumns(several, 7, null)).toEqual([0, 1, 2]);
  });

  it("are limited to the server's maximum", () => {
    const wide = { ...preview, columns: Array.from({ length: 80 }, () => ({ name: '', valid: 0 })) };
    expect(carriedColumns(wide, 7, null)).toHaveLength(50);
  });
});

it.each([
  [{ state: 'ready', mapping }, mapping, true],
  [{ state: 'ready', mapping }, { ...mapping, column: 0 }, false],
  [{ state: 'ready', mapping }, { ...mapping, carried: [0] }, false],
  [{ state: 'ready', mapping }, { ...mapping, without: ['+447400123456'] }, false],
  [{ state: 'ready', mapping }, { ...mapping, more_columns: [0] }, false],
  [{ state: 'ready', mapping }, { ...mapping, more_sheets: ['Sheet2'] }, false],
  [{ state: 'uploaded', mapping: null }, mapping, false],
  [{ state: 'failed', mapping }, mapping, false],
] satisfies [Parameters<typeof isAnalysedWith>[0], Mapping, boolean][])(
  '%j was read with %j: %s',
  (list, wanted, same) => expect(isAnalysedWith(list, wanted)).toBe(same),
);

it.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [701, 'ZZ'],
  [702, 'AAA'],
])('column %i is %s', (index, letter) => expect(columnLetter(index)).toBe(letter));

it('warns if the column contains few valid numbers', () => {
  expect(fewNumbers(preview)).toBe(false);
  expect(fewNumbers({ ...preview, mapping: { ...mapping, column: 0 } })).toBe(true);
  expect(fewNumbers({ ...preview, mapping: { ...mapping, column: 9 } })).toBe(false);
});

describe('reading without asking', () => {
  const unsure: Preview = { ...preview, confidence: { sure: false, reasons: [], questions: [] } };
  const few: Preview = { ...preview, columns: preview.columns.map(({ name }) => ({ name, valid: 0.1 })) };
  it.each([
    ['a sure guess', 'uploaded', preview, null, true],
    ['an unsure guess', 'uploaded', unsure, null, false],
    ['a column with few numbers', 'uploaded', few, null, false],
    ['a list that was read', 'ready', preview, null, false],
    ['a list without a file', 'uploaded', null, null, false],
    ['a file that was uploaded before', 'uploaded', preview, 7, false],
  ] as const)('%s', (_, state, found, same_as, sure) =>
    expect(isSure({ state, preview: found, same_as })).toBe(sure),
  );
});
