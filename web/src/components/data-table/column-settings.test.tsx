// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useHiddenColumns } from './column-settings';

const COLUMNS = [{ id: 'uid' }, { id: 'credit' }, { id: 'source', optional: true }];

describe('column settings', () => {
  it('persist per table', () => {
    const first = renderHook(() => useHiddenColumns('users', COLUMNS));
    act(() => first.result.current[1]('credit', false));
    act(() => first.result.current[1]('uid', false));
    act(() => first.result.current[1]('uid', true));
    expect(first.result.current[0]).toEqual(['credit', 'source']);
    const again = renderHook(() => useHiddenColumns('users', COLUMNS));
    expect(again.result.current[0]).toEqual(['credit', 'source']);
    const other = renderHook(() => useHiddenColumns('orders', COLUMNS));
    expect(other.result.current[0]).toEqual(['source']);
  });

  it('show optional columns when they are chosen', () => {
    const table = renderHook(() => useHiddenColumns('results', COLUMNS));
    expect(table.result.current[0]).toEqual(['source']);
    act(() => table.result.current[1]('source', true));
    expect(table.result.current[0]).toEqual([]);
    expect(renderHook(() => useHiddenColumns('results', COLUMNS)).result.current[0]).toEqual([]);
    act(() => table.result.current[1]('source', false));
    expect(table.result.current[0]).toEqual(['source']);
  });
});
