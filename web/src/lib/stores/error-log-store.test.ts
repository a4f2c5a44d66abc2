// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { useErrorLog } from './error-log-store';

describe('error log', () => {
  beforeEach(() => useErrorLog.getState().clear());

  it('keeps message, info, url and stack, newest first', () => {
    useErrorLog.getState().add(new Error('first'), 'render');
    useErrorLog.getState().add('second', 'rejection');
    const [second, first] = useErrorLog.getState().errors;
    expect(first).toMatchObject({ message: 'first', info: 'render', url: window.location.href });
    expect(first?.stack).toContain('first');
    expect(second).toMatchObject({ message: 'second', stack: '' });
  });

  it('stays bounded and can be cleared', () => {
    for (let n = 0; n < 150; n++) useErrorLog.getState().add(`error ${n}`, 'render');
    expect(useErrorLog.getState().errors).toHaveLength(100);
    expect(useErrorLog.getState().errors[0]?.message).toBe('error 149');
    useErrorLog.getState().clear();
    expect(useErrorLog.getState().errors).toEqual([]);
  });
});
