import { ApiError } from '@/lib/api/envelope';

/** Field errors from the server under the form's field names. `prefix` is where they are nested. */
export function fieldErrors(reason: unknown, prefix = ''): Record<string, string> {
  if (!(reason instanceof ApiError)) return {};
  const found: Record<string, string> = {};
  for (const [name, message] of Object.entries(reason.fields)) {
    found[name.startsWith(prefix) ? name.slice(prefix.length) : name] = message;
  }
  return found;
}
