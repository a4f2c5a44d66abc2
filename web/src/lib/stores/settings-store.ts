/** The user's choices in the settings drawer, stored in this browser. */
import { _default, boolean, object, string, type infer as Infer } from 'zod/mini';
import { create } from 'zustand';
import { DEFAULT_THEME_COLOR, SETTINGS_STORAGE_KEY } from '@/config/constants';
import { readStored, writeStored } from '@/lib/storage';

const settingsSchema = object({
  theme: _default(string(), DEFAULT_THEME_COLOR),
  /** Whether the drawer has a handle on the right edge. */
  showSettings: _default(boolean(), false),
  tagsView: _default(boolean(), true),
  fixedHeader: _default(boolean(), false),
  sidebarLogo: _default(boolean(), true),
  supportPinyinSearch: _default(boolean(), false),
});

export type Settings = Infer<typeof settingsSchema>;

interface SettingsState extends Settings {
  change: (changes: Partial<Settings>) => void;
}

export const DEFAULT_SETTINGS: Settings = settingsSchema.parse({});

export const useSettingsStore = create<SettingsState>((set, get) => ({
  ...(readStored(localStorage, SETTINGS_STORAGE_KEY, settingsSchema) ?? DEFAULT_SETTINGS),
  change: (changes) => {
    set(changes);
    writeStored(localStorage, SETTINGS_STORAGE_KEY, settingsSchema.parse(get()));
  },
}));
