// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { EMPTY_SESSION, type UserInfo, useSessionStore } from '@/lib/session/session-store';
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

  it('belong to the account', () => {
    const columns = (uid: number) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Only the uid matters here.
      useSessionStore.setState({ user: { uid } as UserInfo });
      return renderHook(() => useHiddenColumns('tasks', COLUMNS));
    };
    const ann = columns(10_001);
    act(() => ann.result.current[1]('credit', false));
    expect(ann.result.current[0]).toEqual(['credit', 'source']);
    act(() => void columns(10_002));
    expect(ann.result.current[0]).toEqual(['source']);
    expect(columns(10_001).result.current[0]).toEqual(['credit', 'source']);
    useSessionStore.setState(EMPTY_SESSION);
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
