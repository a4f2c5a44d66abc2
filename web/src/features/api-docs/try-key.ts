/** The key for trying operations. Kept in memory only, until the session ends. */
import { create } from 'zustand';
import { onSessionEnd } from '@/lib/session/session';

interface TryKey {
  value: string;
  set: (value: string) => void;
}

export const useTryKey = create<TryKey>((set) => ({ value: '', set: (value) => set({ value }) }));

onSessionEnd(() => useTryKey.setState({ value: '' }));
