import { describe, expect, it } from 'vitest';
import { readTableState, writeTableState } from '@/components/data-table/table-state';
import { resultFilter, resultRules, resultSort, toggled } from './result-filter';

/** A task with this many checks and two columns. */
const task = (checks: number) => ({ checks: Array.from({ length: checks }), columns: ['name', 'city'] });
const plain = { page: 3, size: 20, sort: null, filters: {} };

describe('result filters', () => {
  it.each([
    ['nothing', {}, 1, {}],
    ['a status of the only check', { status0: 'active' }, 1, { statuses: [['active']] }],
    [
      'several statuses of the second check',
      { status1: 'active|inactive' },
      2,
      { statuses: [null, ['active', 'inactive']] },
    ],
    ['a check that is not there', { status4: 'active' }, 1, {}],
    [
      'everything',
      { country: 'CN|US', kind: 'mobile', carrier: 'China Mobile, Ltd.', number: '+86 138' },
      1,
      { countries: ['CN', 'US'], kinds: ['mobile'], carriers: ['China Mobile, Ltd.'], number: '86138' },
    ],
    ['no digits', { number: '+ -' }, 1, {}],
    ['a text anywhere', { search: ' Mia ' }, 1, { search: 'Mia' }],
    ['a text in the second column', { column1: 'Rome' }, 1, { columns: [null, 'Rome'] }],
    ['a column that is not there', { column2: 'Rome' }, 1, {}],
  ])('%s', (_, filters, checks, expected) => {
    expect(resultFilter(filters, task(checks))).toEqual(expected);
  });

  it('toggle on click and reset the page', () => {
    const one = toggled(plain, 'country', 'CN');
    expect(one).toEqual({ ...plain, page: 1, filters: { country: 'CN' } });
    const two = toggled(one, 'country', 'US');
    expect(two.filters).toEqual({ country: 'CN|US' });
    expect(toggled(toggled(two, 'country', 'CN'), 'country', 'US').filters).toEqual({});
  });

  it('round-trip through the URL', () => {
    const rules = resultRules(task(2));
    const state = {
      page: 2,
      size: 50,
      sort: { column: 'status1', descending: true },
      filters: { status1: 'active|dead', carrier: 'A, B & C', search: 'x', column1: 'y' },
    };
    const address = writeTableState(state, rules).toString();
    expect(readTableState(new URLSearchParams(address), rules)).toEqual(state);
  });
});

it.each([
  [null, null],
  [
    { column: 'row', descending: true },
    { by: 'input', descending: true },
  ],
  [
    { column: 'carrier', descending: false },
    { by: 'carrier', descending: false },
  ],
  [
    { column: 'status1', descending: false },
    { by: 'status', check: 1, descending: false },
  ],
  [{ column: 'secrets', descending: false }, null],
])('the order %j is %j', (sort, expected) => expect(resultSort(sort)).toEqual(expected));
