// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { opened, useOpenOperations } from './open-operations';

const IDS = ['lookup', 'get_balance', 'create_task'];

describe('expanded operations', () => {
  it.each([
    ['nothing', '', ['lookup']],
    ['a missing operation', 'of-tomorrow', ['lookup']],
    ['an existing operation', 'create_task', ['create_task']],
  ])('initially, if the URL names %s', (_, named, expected) => {
    const { result } = renderHook(() => useOpenOperations(IDS, named));
    expect([...result.current[0]]).toEqual(expected);
  });

  it('include operations that the URL names later and can be collapsed', () => {
    const { result, rerender } = renderHook(({ named }) => useOpenOperations(IDS, named), {
      initialProps: { named: '' },
    });
    rerender({ named: 'get_balance' });
    expect([...result.current[0]]).toEqual(['lookup', 'get_balance']);
    act(() => result.current[1](opened(result.current[0], 'lookup', false)));
    expect([...result.current[0]]).toEqual(['get_balance']);
  });
});
