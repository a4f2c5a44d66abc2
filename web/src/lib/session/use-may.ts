import { useSessionStore } from './session-store';

/** Whether a button belongs on this account's screen. The server decides whether it works. */
export function useMay(): (permission: string) => boolean {
  const permissions = useSessionStore((session) => session.permissions);
  return (permission) => permissions.has(permission);
}
