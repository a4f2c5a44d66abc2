import { useEffect } from 'react';
import { openEventStream } from '@/lib/events/event-stream';
import { onLiveEvent, emitLiveEvent, useLiveConnection } from '@/lib/events/live-events';
import { refreshUser } from '@/lib/session/session';
import { useSessionStore } from '@/lib/session/session-store';

/** The event connection of this window and the shell's reactions to events. */
export function useLiveEvents(): void {
  const token = useSessionStore((session) => session.token);
  const expired = useSessionStore((session) => session.expired);

  useEffect(() => {
    if (token === null || expired) return undefined;
    return openEventStream({
      token,
      onEvent: ({ event, data }) => emitLiveEvent(event, data),
      onConnected: (connected) => useLiveConnection.setState({ connected }),
    });
  }, [token, expired]);

  useEffect(() => {
    const stopBalance = onLiveEvent('balance', () => {
      // Keep what is shown and retry on the next navigation.
      refreshUser().catch(() => useSessionStore.setState({ updateBalance: true }));
    });
    const stopSession = onLiveEvent('session', () => useSessionStore.setState({ updateMenu: true }));
    return () => {
      stopBalance();
      stopSession();
    };
  }, []);
}
