/** State of the shell: sidebar, device, size, and the served version. */
import { create } from 'zustand';
import { DEFAULT_SIZE, SIDEBAR_COOKIE, SIZE_COOKIE, SIZES, type Size } from '@/config/constants';
import { PREFERENCE_MAX_AGE_SECONDS, readCookie, writeCookie } from '@/lib/cookies';

export type Device = 'desktop' | 'mobile';

interface AppState {
  sidebar: { opened: boolean; withoutAnimation: boolean };
  device: Device;
  size: Size;
  /** Set if a response came from another version than the one this page was loaded from. */
  newVersion: string | null;
  toggleSidebar: () => void;
  closeSidebar: (options: { withoutAnimation: boolean }) => void;
  /** The drawer of a narrow window starts closed. A wide window gets back the remembered sidebar. */
  setDevice: (device: Device) => void;
  setSize: (size: Size) => void;
}

function rememberSidebar(opened: boolean): void {
  writeCookie(SIDEBAR_COOKIE, opened ? '1' : '0', PREFERENCE_MAX_AGE_SECONDS);
}

/** Open by default. */
export function sidebarOpened(cookie: string | null): boolean {
  return cookie === null || cookie === '1';
}

export function sizeFrom(cookie: string | null): Size {
  return SIZES.find((size) => size === cookie) ?? DEFAULT_SIZE;
}

export const useAppStore = create<AppState>((set, get) => ({
  sidebar: { opened: sidebarOpened(readCookie(SIDEBAR_COOKIE)), withoutAnimation: false },
  device: 'desktop',
  size: sizeFrom(readCookie(SIZE_COOKIE)),
  newVersion: null,
  toggleSidebar: () => {
    const opened = !get().sidebar.opened;
    if (get().device === 'desktop') rememberSidebar(opened);
    set({ sidebar: { opened, withoutAnimation: false } });
  },
  closeSidebar: ({ withoutAnimation }) => {
    if (get().device === 'desktop') rememberSidebar(false);
    set({ sidebar: { opened: false, withoutAnimation } });
  },
  setDevice: (device) =>
    set({
      device,
      sidebar: {
        opened: device === 'desktop' && sidebarOpened(readCookie(SIDEBAR_COOKIE)),
        withoutAnimation: device === 'mobile',
      },
    }),
  setSize: (size) => {
    writeCookie(SIZE_COOKIE, size, PREFERENCE_MAX_AGE_SECONDS);
    set({ size });
  },
}));
