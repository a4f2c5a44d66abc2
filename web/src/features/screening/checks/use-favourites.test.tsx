// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { useFavourites } from './use-favourites';

beforeEach(() => localStorage.clear());

const stored = (uid: number): string[] => [...renderHook(() => useFavourites(uid)).result.current[0]];

it('are kept per account', () => {
  const { result } = renderHook(() => useFavourites(7));
  act(() => result.current[1]('whatsapp'));
  act(() => result.current[1]('telegram'));
  act(() => result.current[1]('whatsapp'));
  expect([...result.current[0]]).toEqual(['telegram']);
  expect(stored(7)).toEqual(['telegram']);
  expect(stored(8)).toEqual([]);
});
