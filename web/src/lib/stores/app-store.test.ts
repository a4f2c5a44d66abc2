// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { SIDEBAR_COOKIE, SIZE_COOKIE } from '@/config/constants';
import { readCookie } from '@/lib/cookies';
import { sidebarOpened, sizeFrom, useAppStore } from './app-store';

describe('sidebar cookie', () => {
  beforeEach(() => useAppStore.setState({ sidebar: { opened: true, withoutAnimation: false } }));

  it.each([
    [null, true],
    ['1', true],
    ['0', false],
  ])('%s means open: %s', (cookie, opened) => {
    expect(sidebarOpened(cookie)).toBe(opened);
  });

  it('is written on every toggle', () => {
    useAppStore.getState().toggleSidebar();
    expect(readCookie(SIDEBAR_COOKIE)).toBe('0');
    useAppStore.getState().toggleSidebar();
    expect(readCookie(SIDEBAR_COOKIE)).toBe('1');
    useAppStore.getState().closeSidebar({ withoutAnimation: true });
    expect(readCookie(SIDEBAR_COOKIE)).toBe('0');
    expect(useAppStore.getState().sidebar).toEqual({ opened: false, withoutAnimation: true });
  });
});

describe('device', () => {
  it('a wide window gets back the sidebar that the drawer of the narrow one replaced', () => {
    const { setDevice, toggleSidebar, closeSidebar } = useAppStore.getState();
    useAppStore.setState({ device: 'desktop', sidebar: { opened: false, withoutAnimation: false } });
    toggleSidebar();
    setDevice('mobile');
    expect(useAppStore.getState().sidebar.opened).toBe(false);
    toggleSidebar();
    closeSidebar({ withoutAnimation: false });
    setDevice('desktop');
    expect(useAppStore.getState().sidebar.opened).toBe(true);
  });
});

describe('size cookie', () => {
  it.each([
    [null, 'medium'],
    ['mini', 'mini'],
    ['huge', 'medium'],
  ])('%s means %s', (cookie, size) => {
    expect(sizeFrom(cookie)).toBe(size);
  });

  it('is written on change', () => {
    useAppStore.getState().setSize('small');
    expect(readCookie(SIZE_COOKIE)).toBe('small');
  });
});
