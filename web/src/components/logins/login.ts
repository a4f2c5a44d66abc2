/** Sessions and login history, as shown to the owner and to administrators. */

import type { components } from '@/lib/api/schema';

export type SessionFacts = components['schemas']['SessionView'];
export type Login = components['schemas']['LoginView'];

export const ENDINGS = ['replaced', 'logged_out', 'password_changed', 'ended', 'expired'] as const;
export type Ending = (typeof ENDINGS)[number] | 'open';

/** Reasons that only a newer server knows count as ended. */
export function endingOf(ended: string | null | undefined): Ending {
  if (ended == null) return 'open';
  return ENDINGS.find((known) => known === ended) ?? 'ended';
}

const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** Browser and operating system. Null if neither is recognised. */
export function deviceName(userAgent: string): string | null {
  const find = (known: readonly [RegExp, string][]) => known.find(([sign]) => sign.test(userAgent))?.[1];
  const parts = [find(BROWSERS), find(SYSTEMS)].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(' · ') : null;
}
