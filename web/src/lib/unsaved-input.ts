/** Tracks which views have unsaved input, so that closing them asks for confirmation. */
import { useEffect, useId } from 'react';

const dirtyViews = new Map<string, string>();

/** Whether a view has unsaved input. Without a path, whether any view has. */
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

/** Shows the browser's confirmation when leaving the site with unsaved input. */
export function warnBeforeUnload(event: BeforeUnloadEvent): void {
  if (hasUnsavedInput()) event.preventDefault();
}

/**
 * Hiding a kept-alive view also runs this hook's cleanup. The input still exists then, so the mark stays
 * until the form is clean or the view is dropped (`forgetUnsaved`).
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
