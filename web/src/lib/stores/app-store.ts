/** State of the shell: sidebar, device, size, and the served version. */
import { create } from 'zustand';
import {
  DEFAULT_SIZE,
  MOBILE_BREAKPOINT_PX,
  SIDEBAR_COOKIE,
  SIZE_COOKIE,
  SIZES,
  type Size,
} from '@/config/constants';
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

/** The drawer of a narrow window starts closed. A wide window gets back the remembered sidebar. */
function withDevice(device: Device): Pick<AppState, 'device' | 'sidebar'> {
  const mobile = device === 'mobile';
  return {
    device,
    sidebar: { opened: !mobile && sidebarOpened(readCookie(SIDEBAR_COOKIE)), withoutAnimation: mobile },
  };
}

const NARROW = `(max-width: ${MOBILE_BREAKPOINT_PX - 0.02}px)`;

function currentDevice(): Device {
  return typeof window !== 'undefined' && window.matchMedia(NARROW).matches ? 'mobile' : 'desktop';
}

/** Returns a function that stops. */
export function followDevice(): () => void {
  const narrow = window.matchMedia(NARROW);
  const apply = (): void => {
    const { device, setDevice } = useAppStore.getState();
    const current = currentDevice();
    if (device !== current) setDevice(current);
  };
  apply();
  narrow.addEventListener('change', apply);
  return () => narrow.removeEventListener('change', apply);
}

export const useAppStore = create<AppState>((set, get) => ({
  // Known from the start, so that the shell is not rendered for the other device first.
  ...withDevice(currentDevice()),
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
  setDevice: (device) => set(withDevice(device)),
  setSize: (size) => {
    writeCookie(SIZE_COOKIE, size, PREFERENCE_MAX_AGE_SECONDS);
    set({ size });
  },
}));
