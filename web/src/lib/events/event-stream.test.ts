// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EVENTS_HIDDEN_MS, EVENTS_SILENCE_MS } from '@/config/constants';
import { openEventStream } from './event-stream';

/** A fake server whose connections the test controls. */
function fakeServer() {
  const connections: {
    headers: Record<string, string>;
    write: (text: string) => void;
    drop: () => void;
    signal: AbortSignal;
  }[] = [];
  let answer: (() => Response) | null = null;
  const fetchStream = vi.fn((_: string, init: RequestInit) => {
    if (answer) return Promise.resolve(answer());
    const encoder = new TextEncoder();
    let controller: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start: (made) => {
        controller = made;
      },
    });
    const signal = init.signal as AbortSignal;
    signal.addEventListener('abort', () => controller.error(new Error('aborted')));
    connections.push({
      headers: init.headers as Record<string, string>,
      write: (text) => controller.enqueue(encoder.encode(text)),
      drop: () => controller.close(),
      signal,
    });
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  });
  vi.stubGlobal('fetch', fetchStream);
  return {
    connections,
    fetchStream,
    answerWith: (make: (() => Response) | null) => {
      answer = make;
    },
  };
}

function open() {
  const events: string[] = [];
  const states: boolean[] = [];
  const close = openEventStream({
    token: 'sid-1',
    onEvent: ({ event }) => events.push(event),
    onConnected: (connected) => states.push(connected),
  });
  return { events, states, close };
}

function look(visibility: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Runs all timers that are due now. */
const settle = () => vi.advanceTimersByTimeAsync(0);

describe('events connection', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('delivers events and sends the session header', async () => {
    const server = fakeServer();
    const { events, states, close } = open();
    await settle();
    server.connections[0]?.write('id: 4\nevent: notify\ndata: {}\n\n');
    await settle();
    expect(events).toEqual(['notify']);
    expect(states).toEqual([true]);
    expect(server.connections[0]?.headers).toMatchObject({ sid: 'sid-1' });
    close();
    expect(server.connections[0]?.signal.aborted).toBe(true);
  });

  it('reconnects with the last event ID', async () => {
    const server = fakeServer();
    const { states, close } = open();
    await settle();
    server.connections[0]?.write('id: 4\nevent: notify\ndata: {}\n\n');
    await settle();
    server.connections[0]?.drop();
    await settle();
    expect(states).toEqual([true, false]);
    expect(server.connections).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.connections[1]?.headers).toMatchObject({ 'last-event-id': '4' });
    close();
  });

  it('reconnects after silence', async () => {
    const server = fakeServer();
    const { close } = open();
    await settle();
    await vi.advanceTimersByTimeAsync(EVENTS_SILENCE_MS - 1);
    server.connections[0]?.write(': heartbeat\n\n');
    await vi.advanceTimersByTimeAsync(EVENTS_SILENCE_MS - 1);
    expect(server.connections[0]?.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.connections[0]?.signal.aborted).toBe(true);
    close();
  });

  it('backs off after each failure', async () => {
    const server = fakeServer();
    server.answerWith(() => new Response('{}', { status: 503 }));
    const { states, close } = open();
    await vi.advanceTimersByTimeAsync(1_000 + 2_000 + 4_000 - 1);
    expect(server.fetchStream).toHaveBeenCalledTimes(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.fetchStream).toHaveBeenCalledTimes(4);
    expect(states).not.toContain(true);
    close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.fetchStream).toHaveBeenCalledTimes(4);
  });

  it('stops if the server offers no events', async () => {
    const server = fakeServer();
    server.answerWith(() => new Response('', { status: 404 }));
    const { close } = open();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(server.fetchStream).toHaveBeenCalledTimes(1);
    close();
  });

  it('disconnects while hidden for long and reconnects when visible', async () => {
    const server = fakeServer();
    const { close } = open();
    await settle();
    const beat = setInterval(() => server.connections.at(-1)?.write(':\n\n'), 10_000);
    look('hidden');
    await vi.advanceTimersByTimeAsync(EVENTS_HIDDEN_MS - 1);
    expect(server.connections[0]?.signal.aborted).toBe(false);
    clearInterval(beat);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.connections[0]?.signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(server.connections).toHaveLength(1);
    look('visible');
    await settle();
    expect(server.connections).toHaveLength(2);
    close();
  });

  it('stays connected while hidden briefly', async () => {
    const server = fakeServer();
    const { close } = open();
    await settle();
    look('hidden');
    look('visible');
    await settle();
    expect(server.connections).toHaveLength(1);
    close();
  });
});
