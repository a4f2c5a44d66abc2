// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { EMPTY_SESSION, type UserInfo, useSessionStore } from '@/lib/session/session-store';
import { usePoints } from './use-points';

afterEach(() => useSessionStore.setState(EMPTY_SESSION));

it('shows the parts of a charge so that they add up', () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Only the decimals matter here.
  useSessionStore.setState({ user: { ud: 2 } as UserInfo });
  const { exact, sum } = renderHook(usePoints).result.current;
  // 1.11 were held, 1.076 are charged and 0.034 are returned.
  expect([11_100, 10_760, 340].map(exact)).toEqual(['1.11', '1.076', '0.034']);
  expect([11_100, 10_760, 340].map(sum)).toEqual(['1.11', '1.07', '0.03']);
});
