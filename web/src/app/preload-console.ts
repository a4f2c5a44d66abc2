/** Loads the code of the console while the session is asked for, or while somebody types a password. */
import { loadMessages } from '@/lib/i18n/i18n';

/** With an address, its page as well. A failure does not matter: what is missing is loaded when it is shown. */
export async function preloadConsole(pathname?: string): Promise<void> {
  try {
    const [{ preload }] = await Promise.all([
      import('./console-app'),
      loadMessages('console'),
      import('./session-loader'),
    ]);
    if (pathname !== undefined) preload(pathname);
  } catch {
    // Loaded again, with retries, by the guard.
  }
}
