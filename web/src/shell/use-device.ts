import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { MOBILE_BREAKPOINT_PX } from '@/config/constants';
import { useAppStore } from '@/lib/stores/app-store';

/** Below the breakpoint the sidebar is a drawer that starts closed and closes after navigation. */
export function useDevice(): void {
  const { pathname } = useLocation();

  useEffect(() => {
    const narrow = window.matchMedia(`(max-width: ${MOBILE_BREAKPOINT_PX - 0.02}px)`);
    const apply = (): void => {
      useAppStore.getState().setDevice(narrow.matches ? 'mobile' : 'desktop');
    };
    apply();
    narrow.addEventListener('change', apply);
    return () => narrow.removeEventListener('change', apply);
  }, []);

  useEffect(() => {
    const { device, sidebar, closeSidebar } = useAppStore.getState();
    if (device === 'mobile' && sidebar.opened) closeSidebar({ withoutAnimation: false });
  }, [pathname]);
}
