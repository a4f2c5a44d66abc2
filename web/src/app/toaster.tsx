/** Container for toasts, loaded with the first message instead of the first page. */
import { notificationsStore } from '@mantine/notifications';
import { lazy, Suspense, useSyncExternalStore } from 'react';

const ToastContainer = lazy(() => import('./toast-container'));

function anyMessage(): boolean {
  const { notifications, queue } = notificationsStore.getState();
  return notifications.length + queue.length > 0;
}

let needed = false;

function subscribe(onChange: () => void): () => void {
  return notificationsStore.subscribe(onChange);
}

/** Stays mounted once needed, because messages fade out inside it. */
function isNeeded(): boolean {
  needed ||= anyMessage();
  return needed;
}

export function Toaster() {
  const shown = useSyncExternalStore(subscribe, isNeeded);
  if (!shown) return null;
  return (
    <Suspense fallback={null}>
      <ToastContainer />
    </Suspense>
  );
}
