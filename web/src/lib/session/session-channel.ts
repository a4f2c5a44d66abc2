/** Tells other windows of this browser about a login or logout. */
import { SESSION_CHANNEL } from '@/config/constants';

/** Includes the token so that another window can tell whether it already sees the new cookie. */
export type SessionMessage = { kind: 'logout' } | { kind: 'login'; username: string; token: string | null };

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(SESSION_CHANNEL);

export function notifyOtherWindows(news: SessionMessage): void {
  channel?.postMessage(news);
}

/** Returns a function that unsubscribes. */
export function onSessionMessage(listener: (news: SessionMessage) => void | Promise<void>): () => void {
  const handle = (event: MessageEvent<SessionMessage>): void => {
    void listener(event.data);
  };
  channel?.addEventListener('message', handle);
  return () => channel?.removeEventListener('message', handle);
}
