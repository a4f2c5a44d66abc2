import { afterEach, describe, expect, it, vi } from 'vitest';
import { forgetUnsaved, hasUnsavedInput, markSaved, markUnsaved, warnBeforeUnload } from './unsaved-input';

describe('warns before unsaved input is lost', () => {
  afterEach(() => forgetUnsaved('/a'));

  it('knows which view has unsaved input', () => {
    markUnsaved('form', '/a');
    expect([hasUnsavedInput('/a'), hasUnsavedInput('/b'), hasUnsavedInput()]).toEqual([true, false, true]);
    markSaved('form');
    expect(hasUnsavedInput()).toBe(false);
  });

  it('forgets a view as a whole', () => {
    markUnsaved('one', '/a');
    markUnsaved('two', '/a');
    forgetUnsaved('/a');
    expect(hasUnsavedInput()).toBe(false);
  });

  it('blocks leaving only while there is unsaved input', () => {
    const preventDefault = vi.fn();
    const event = { preventDefault } as unknown as BeforeUnloadEvent;
    warnBeforeUnload(event);
    expect(preventDefault).not.toHaveBeenCalled();
    markUnsaved('form', '/a');
    warnBeforeUnload(event);
    expect(preventDefault).toHaveBeenCalledOnce();
  });
});
