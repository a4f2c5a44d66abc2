import { useDeferredValue } from 'react';

/**
 * `ready`, but false until the rest of the page has been updated. What appears then is rendered in short steps, so that
 * a slow device answers in between. False again at once.
 */
export function useReadyLater(ready: boolean): boolean {
  return useDeferredValue(ready) && ready;
}
