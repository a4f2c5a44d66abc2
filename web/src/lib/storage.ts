/** Browser storage that never throws: it can be full, forbidden or hold what an older version wrote. */
import type { ZodMiniType } from 'zod/mini';

export function readStored<T>(storage: Storage, key: string, schema: ZodMiniType<T>): T | null {
  try {
    const raw = storage.getItem(key);
    if (raw === null) return null;
    const parsed = schema.safeParse(JSON.parse(raw));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export function writeStored(storage: Storage, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // A preference that cannot be kept is no reason to stop working.
  }
}

export function removeStored(storage: Storage, key: string): void {
  try {
    storage.removeItem(key);
  } catch {
    // Same as above: nothing to remove where nothing can be stored.
  }
}
