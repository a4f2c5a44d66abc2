/** Remembers which views hold input that would be lost, so that closing them can ask first. */
import { useEffect, useId } from 'react';

const dirtyViews = new Map<string, string>();

/** Whether a view (or, without a path, any) holds input that was not saved. */
export function hasUnsavedInput(path?: string): boolean {
  if (path === undefined) return dirtyViews.size > 0;
  return [...dirtyViews.values()].includes(path);
}

export function markUnsaved(id: string, path: string): void {
  dirtyViews.set(id, path);
}

export function markSaved(id: string): void {
  dirtyViews.delete(id);
}

/** Leaving the site asks the browser's own question while anything is unsaved. */
export function warnBeforeUnload(event: BeforeUnloadEvent): void {
  if (hasUnsavedInput()) event.preventDefault();
}

/**
 * Hiding a kept-alive view runs this hook's cleanup too; the input itself stays, so the mark stays as well and
 * goes only when the form says it is clean or the view is dropped (`forgetUnsaved`).
 */
export function useUnsavedInput(path: string, dirty: boolean): void {
  const id = useId();
  useEffect(() => {
    if (dirty) markUnsaved(id, path);
    else markSaved(id);
  }, [id, path, dirty]);
}

export function forgetUnsaved(path: string): void {
  for (const [id, dirtyPath] of dirtyViews) if (dirtyPath === path) dirtyViews.delete(id);
}
