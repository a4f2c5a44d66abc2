/** Clears the storage after every test. */
import { afterEach } from 'vitest';

afterEach(() => {
  if (typeof window === 'undefined') return;
  localStorage.clear();
  sessionStorage.clear();
});
