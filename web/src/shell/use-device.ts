import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { followDevice, useAppStore } from '@/lib/stores/app-store';

/** Below the breakpoint the sidebar is a drawer that starts closed and closes after navigation. */
export function useDevice(): void {
  const { pathname } = useLocation();

  useEffect(followDevice, []);

  useEffect(() => {
    const { device, sidebar, closeSidebar } = useAppStore.getState();
    if (device === 'mobile' && sidebar.opened) closeSidebar({ withoutAnimation: false });
  }, [pathname]);
}
