import { useSessionStore } from './session-store';

/** Whether to show a button to this account. The server decides whether the action is allowed. */
export function useHasPermission(): (permission: string) => boolean {
  const permissions = useSessionStore((session) => session.permissions);
  return (permission) => permissions.has(permission);
}
