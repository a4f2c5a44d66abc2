// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { SETTINGS_STORAGE_KEY } from '@/config/constants';
import { DEFAULT_SETTINGS, useSettingsStore } from './settings-store';

describe('settings', () => {
  it('have the specified defaults', () => {
    expect(DEFAULT_SETTINGS).toEqual({
      theme: '#1890ff',
      showSettings: false,
      tagsView: true,
      fixedHeader: false,
      sidebarLogo: true,
      supportPinyinSearch: false,
    });
  });

  it('choices persist per browser', () => {
    useSettingsStore.getState().change({ fixedHeader: true, theme: '#11a983' });
    expect(JSON.parse(localStorage.getItem(SETTINGS_STORAGE_KEY) ?? '')).toEqual({
      ...DEFAULT_SETTINGS,
      fixedHeader: true,
      theme: '#11a983',
    });
  });
});
