/** Sends unhandled errors to the error log. */
import { ApiError } from '@/lib/api/envelope';
import { useErrorLog } from '@/lib/stores/error-log-store';
import { warnBeforeUnload } from '@/lib/unsaved-input';

export function watchErrors(): void {
  const { add } = useErrorLog.getState();
  window.addEventListener('error', (event) => {
    // Browsers report this harmless layout condition as an error event without an error object.
    if (event.message.startsWith('ResizeObserver loop')) return;
    add(event.error ?? event.message, 'window.onerror');
  });
  // A style sheet that failed would count as loaded when the import that needs it is repeated.
  window.addEventListener(
    'error',
    ({ target }) => target instanceof HTMLLinkElement && target.remove(),
    true,
  );
  window.addEventListener('unhandledrejection', (event) => {
    // Errors from the server were already shown to the user.
    if (event.reason instanceof ApiError) return;
    add(event.reason, 'unhandledrejection');
  });
  window.addEventListener('beforeunload', warnBeforeUnload);
}
