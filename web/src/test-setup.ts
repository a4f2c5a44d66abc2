/** Every test starts with empty storage. */
import { afterEach } from 'vitest';

afterEach(() => {
  if (typeof window === 'undefined') return;
  localStorage.clear();
  sessionStorage.clear();
});
