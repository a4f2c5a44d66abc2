/** The key to try operations with. It lives in memory only, and not longer than the session. */
import { create } from 'zustand';
import { onLeave } from '@/lib/session/session';

interface TryKey {
  value: string;
  set: (value: string) => void;
}

export const useTryKey = create<TryKey>((set) => ({ value: '', set: (value) => set({ value }) }));

onLeave(() => useTryKey.setState({ value: '' }));
