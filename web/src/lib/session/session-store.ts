/** The logged-in user, their menu, and whether the session has ended. */
import { create } from 'zustand';
import type { components } from '@/lib/api/schema';
import type { AppRoute } from '@/lib/routing/app-route';
import { readToken } from './token';

export type UserInfo = components['schemas']['UserInfo'];

interface SessionState {
  token: string | null;
  user: UserInfo | null;
  routes: readonly AppRoute[] | null;
  /** The `module/action` pairs that the menu grants. */
  permissions: ReadonlySet<string>;
  /** Refetch the user info on the next navigation. */
  updateBalance: boolean;
  /** Permissions or the menu may have changed: refetch both on the next navigation. */
  updateMenu: boolean;
  /** The server rejected this session. A single dialog is shown for it. */
  expired: boolean;
  waitConfirmCount: number;
  expire: () => void;
  dismissExpiry: () => void;
  setWaitConfirmCount: (count: number) => void;
}

export const EMPTY_SESSION = {
  user: null,
  routes: null,
  permissions: new Set<string>(),
  updateBalance: false,
  updateMenu: false,
  expired: false,
  waitConfirmCount: 0,
} as const;

/** Whether the account must change its password or set up its second factor before the server accepts anything else. */
export function mustSecureFirst(user: UserInfo | null): boolean {
  return user?.password_change_required === true || user?.totp_required === true;
}

export const useSessionStore = create<SessionState>((set) => ({
  token: readToken(),
  ...EMPTY_SESSION,
  expire: () => set({ expired: true }),
  dismissExpiry: () => set({ expired: false }),
  setWaitConfirmCount: (count) => set({ waitConfirmCount: count }),
}));
