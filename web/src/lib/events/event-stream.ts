/**
 * One connection to the server's event stream, kept open while a user is logged in and the page is visible.
 */
import { API_BASE, EVENTS_HIDDEN_MS, EVENTS_SILENCE_MS } from '@/config/constants';
import { retryDelay } from './retry-delay';
import { createSseParser, type ServerEvent } from './sse-parser';

interface Options {
  token: string;
  onEvent: (event: ServerEvent) => void;
  onConnected: (connected: boolean) => void;
}

/** The server offers no events to this session, so retrying is pointless. */
class NotOffered extends Error {}

/** Returns a function that closes the stream. */
export function openEventStream({ token, onEvent, onConnected }: Options): () => void {
  let attempt: AbortController | null = null;
  let lastId: string | null = null;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let hidden: ReturnType<typeof setTimeout> | undefined;
  let ended = false;

  async function run(): Promise<void> {
    const own = new AbortController();
    attempt = own;
    try {
      await listen(own, token, lastId, {
        onOpen: () => {
          failures = 0;
          onConnected(true);
        },
        onEvent: (event) => {
          lastId = event.id ?? lastId;
          onEvent(event);
        },
      });
    } catch (reason) {
      if (reason instanceof NotOffered) ended = true;
    }
    // Ignore attempts that were replaced or closed on purpose.
    if (attempt !== own) return;
    attempt = null;
    onConnected(false);
    failures += 1;
    if (!ended) retry = setTimeout(() => void run(), retryDelay(failures, Math.random()));
  }

  function stop(): void {
    clearTimeout(retry);
    const running = attempt;
    attempt = null;
    running?.abort();
    onConnected(false);
  }

  function followVisibility(): void {
    clearTimeout(hidden);
    if (document.visibilityState === 'hidden') {
      hidden = setTimeout(stop, EVENTS_HIDDEN_MS);
    } else if (attempt === null && !ended) {
      // The page is visible again: reconnect now.
      clearTimeout(retry);
      void run();
    }
  }

  document.addEventListener('visibilitychange', followVisibility);
  void run();
  return () => {
    ended = true;
    document.removeEventListener('visibilitychange', followVisibility);
    clearTimeout(hidden);
    stop();
  };
}

interface Handlers {
  onOpen: () => void;
  onEvent: (event: ServerEvent) => void;
}

/** Resolves when the connection breaks, falls silent or is aborted. */
async function listen(
  abort: AbortController,
  token: string,
  lastId: string | null,
  { onOpen, onEvent }: Handlers,
): Promise<void> {
  // Uses fetch because EventSource cannot send custom headers.
  const response = await fetch(`${API_BASE}/events`, {
    headers: {
      accept: 'text/event-stream',
      sid: token,
      ...(lastId === null ? {} : { 'last-event-id': lastId }),
    },
    signal: abort.signal,
    // What the page itself needs comes first.
    priority: 'low',
  });
  if (response.status === 401 || response.status === 403 || response.status === 404) throw new NotOffered();
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  if (!response.ok || !isStream || !response.body) {
    abort.abort();
    throw new Error(`HTTP ${response.status}`);
  }
  onOpen();
  const parser = createSseParser();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const silence = silenceWatch(abort);
  try {
    for (;;) {
      silence.heard();
      // Chunks have to be read in order.
      // oxlint-disable-next-line no-await-in-loop
      const { done, value } = await reader.read();
      if (done) return;
      for (const event of parser.push(value)) onEvent(event);
    }
  } finally {
    silence.stop();
  }
}

/** Aborts a connection that has sent no heartbeat for too long: it may have died without an error. */
function silenceWatch(abort: AbortController): { heard: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    heard: () => {
      clearTimeout(timer);
      timer = setTimeout(() => abort.abort(), EVENTS_SILENCE_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
