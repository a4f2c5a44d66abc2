/** Where short messages appear. Its code is fetched with the first message, not with the first page. */
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

/** Once needed, it stays: messages fade out inside it. */
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
