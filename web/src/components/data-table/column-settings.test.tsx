// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useHiddenColumns } from './column-settings';

describe('column settings', () => {
  it('persist per table', () => {
    const first = renderHook(() => useHiddenColumns('users'));
    act(() => first.result.current[1]('credit', false));
    act(() => first.result.current[1]('uid', false));
    act(() => first.result.current[1]('uid', true));
    expect(first.result.current[0]).toEqual(['credit']);
    expect(renderHook(() => useHiddenColumns('users')).result.current[0]).toEqual(['credit']);
    expect(renderHook(() => useHiddenColumns('orders')).result.current[0]).toEqual([]);
  });
});
