/** Every test starts with empty storage and no cookies left by another one. */
import { afterEach } from 'vitest';

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
