/** Recently opened pages of this browser, for the command palette. */
import { array, string } from 'zod/mini';
import { create } from 'zustand';
import { RECENT_PAGES_STORAGE_KEY } from '@/config/constants';
import { onSessionEnd } from '@/lib/session/session';
import { readStored, removeStored, writeStored } from '@/lib/storage';
import { remember } from './remember';

const MAX_RECENT = 5;

interface RecentPages {
  paths: readonly string[];
  visit: (path: string) => void;
}

export const useRecentPages = create<RecentPages>((set, get) => ({
  paths: readStored(localStorage, RECENT_PAGES_STORAGE_KEY, array(string())) ?? [],
  visit: (path) => {
    const paths = remember(get().paths, path, MAX_RECENT);
    set({ paths });
    writeStored(localStorage, RECENT_PAGES_STORAGE_KEY, paths);
  },
}));

onSessionEnd(() => {
  removeStored(localStorage, RECENT_PAGES_STORAGE_KEY);
  useRecentPages.setState({ paths: [] });
});
