import { useEffect } from 'react';
import { openEventStream } from '@/lib/events/event-stream';
import { onLiveEvent, tellLive, useLive } from '@/lib/events/live';
import { refreshUser } from '@/lib/session/session';
import { useSessionStore } from '@/lib/session/session-store';

/** The one connection of this window to the server's events, and what the shell itself does about them. */
export function useLiveEvents(): void {
  const token = useSessionStore((session) => session.token);
  const expired = useSessionStore((session) => session.expired);

  useEffect(() => {
    if (token === null || expired) return undefined;
    return openEventStream({
      token,
      onEvent: ({ event, data }) => tellLive(event, data),
      onConnected: (connected) => useLive.setState({ connected }),
    });
  }, [token, expired]);

  useEffect(() => {
    const stopBalance = onLiveEvent('balance', () => {
      // What is shown stays until the next chance.
      refreshUser().catch(() => useSessionStore.setState({ updateBalance: true }));
    });
    const stopSession = onLiveEvent('session', () => useSessionStore.setState({ updateMenu: true }));
    return () => {
      stopBalance();
      stopSession();
    };
  }, []);
}
