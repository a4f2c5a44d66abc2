/** Loads a part of the console, trying again when the network drops it. */

const RETRIES = 2;
const PAUSE_MS = 600;

/** What failed was the loading, not the page: a reload of the browser page can help. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'ChunkLoadError';
  }
}

export async function loadWithRetry<Module>(
  load: () => Promise<Module>,
  pause: (ms: number) => Promise<void> = wait,
): Promise<Module> {
  let failure: unknown;
  for (let attempt = 0; attempt <= RETRIES; attempt++) {
    try {
      // One attempt after the other is the point here.
      // oxlint-disable-next-line no-await-in-loop
      return await load();
    } catch (reason) {
      failure = reason;
      // oxlint-disable-next-line no-await-in-loop
      if (attempt < RETRIES) await pause(PAUSE_MS * (attempt + 1));
    }
  }
  throw new ChunkLoadError(failure);
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
