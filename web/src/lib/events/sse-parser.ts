/** Parses `text/event-stream` incrementally, regardless of how the network splits it. */

export interface ServerEvent {
  id: string | null;
  event: string;
  data: string;
}

export interface SseParser {
  /** Returns the events that this piece completes. */
  push: (piece: string) => ServerEvent[];
}

/** Limits the memory used by a line that never ends. */
const MAX_PENDING_CHARS = 1_000_000;

export function createSseParser(): SseParser {
  let pending = '';
  let id: string | null = null;
  let event = '';
  let data: string[] = [];

  function take(line: string): ServerEvent | null {
    if (line === '') {
      const complete = data.length > 0 ? { id, event: event || 'message', data: data.join('\n') } : null;
      event = '';
      data = [];
      return complete;
    }
    const colon = line.indexOf(':');
    // A comment line, used as heartbeat.
    if (colon === 0) return null;
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'id' && !value.includes('\0')) id = value;
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
    return null;
  }

  return {
    push: (piece) => {
      pending += piece;
      // A carriage return at the end of the piece may be the first half of a line break.
      const lines = pending.split(/\r\n|\n|\r(?!$)/);
      pending = lines.pop() ?? '';
      if (pending.length > MAX_PENDING_CHARS) pending = '';
      return lines.flatMap((line) => take(line) ?? []);
    },
  };
}
