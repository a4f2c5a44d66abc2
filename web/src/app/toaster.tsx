/**
 * Container for toasts, loaded at the first click or key instead of with the first page: what fails once the connection is lost can
 * then be said.
 */
import { notificationsStore } from '@mantine/notifications';
import { useEffect, useSyncExternalStore } from 'react';
import { lazyPart } from '@/components/page/lazy-part';

let needed = false;

/** Stays mounted once needed, because messages fade out inside it. */
function isNeeded(): boolean {
  const { notifications, queue } = notificationsStore.getState();
  needed ||= notifications.length + queue.length > 0;
  return needed;
}

const subscribe = (onChange: () => void): (() => void) => notificationsStore.subscribe(onChange);

const ToastContainer = lazyPart('messages', () => import('./toast-container'), {
  failed: (_props, _error, retry) => <WaitForNetwork onChange={retry} />,
});

const ACTIONS = ['pointerdown', 'keydown'] as const;

export function Toaster() {
  useEffect(() => {
    const preload = (): void => ToastContainer.preload();
    for (const action of ACTIONS) document.addEventListener(action, preload, { once: true });
    return () => {
      for (const action of ACTIONS) document.removeEventListener(action, preload);
    };
  }, []);
  return useSyncExternalStore(subscribe, isNeeded) ? <ToastContainer /> : null;
}

/** The messages wait. They are loaded again with the next message or once the browser is back online. */
function WaitForNetwork({ onChange }: { onChange: () => void }) {
  useEffect(() => {
    const stop = subscribe(onChange);
    window.addEventListener('online', onChange);
    return () => {
      stop();
      window.removeEventListener('online', onChange);
    };
  }, [onChange]);
  return null;
}
