// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { opened, useOpenOperations } from './open-operations';

const IDS = ['lookup', 'get_balance', 'create_task'];

describe('operations that are unfolded', () => {
  it.each([
    ['nothing', '', ['lookup']],
    ['what is not there', 'of-tomorrow', ['lookup']],
    ['one of them', 'create_task', ['create_task']],
  ])('at first, when the address names %s', (_, named, expected) => {
    const { result } = renderHook(() => useOpenOperations(IDS, named));
    expect([...result.current[0]]).toEqual(expected);
  });

  it('are joined by what the address names later, and can be folded', () => {
    const { result, rerender } = renderHook(({ named }) => useOpenOperations(IDS, named), {
      initialProps: { named: '' },
    });
    rerender({ named: 'get_balance' });
    expect([...result.current[0]]).toEqual(['lookup', 'get_balance']);
    act(() => result.current[1](opened(result.current[0], 'lookup', false)));
    expect([...result.current[0]]).toEqual(['get_balance']);
  });
});
