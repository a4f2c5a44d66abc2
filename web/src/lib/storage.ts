/** Browser storage that never throws: it can be full, disabled or contain data of an older version. */
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
    // Continue without storing the preference.
  }
}

export function removeStored(storage: Storage, key: string): void {
  try {
    storage.removeItem(key);
  } catch {
    // Nothing to remove if storage is not available.
  }
}
