import { useEffect } from 'react';
import { forgetUnsaved, useUnsavedInput } from '@/lib/unsaved-input';

/** Unsaved input of a dialog or drawer, dropped when it closes. Returns its key. */
export function useUnsavedDialogInput(name: string, dirty: boolean): string {
  const id = `dialog:${name}`;
  useUnsavedInput(id, dirty);
  useEffect(() => () => forgetUnsaved(id), [id]);
  return id;
}
