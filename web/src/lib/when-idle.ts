const LATEST_MS = 500;

/** Runs once the browser has nothing more urgent to do. Returns a function that cancels. */
export function whenIdle(run: () => void): () => void {
  // Not every browser has idle callbacks.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, 1);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(run, { timeout: LATEST_MS });
  return () => cancelIdleCallback(request);
}
