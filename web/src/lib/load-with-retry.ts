/** Loads a chunk of the console and retries if the network fails. */

const RETRIES = 2;
const PAUSE_MS = 600;

/** Loading the chunk failed, not the page itself: reloading the browser page can help. */
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
      // Attempts have to run one after the other.
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
