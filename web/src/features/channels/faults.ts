/** Maps the server's faults to form fields. */
import type { Schemas } from '@/lib/api/schemas';

export type Fault = Schemas['Fault'];

/** `map[1].values.live` becomes `map.1.values`: a name/value table shows its errors as a whole. */
export function formPath(field: string): string {
  const path = field
    .replace(/^config\./, '')
    .replace(/\[(\d+)\]/g, '.$1')
    .replace(/^\./, '');
  const [, list] =
    /^((?:submit|poll(?:\.fetch)?)\.(?:headers|query)|map\.\d+\.values|secrets|classify\.\d+\.http|checks|countries|poll\.(?:done|failed))\./.exec(
      `${path}.`,
    ) ?? [];
  return list ?? path;
}

export const SECTIONS = [
  'general',
  'access',
  'request',
  'poll',
  'callback',
  'answer',
  'rules',
  'limits',
] as const;
export type Section = (typeof SECTIONS)[number];
