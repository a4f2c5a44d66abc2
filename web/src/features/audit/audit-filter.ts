/** The filters of the audit log, from the address to what the server takes. */

import type { components } from '@/lib/api/schema';

export const AUDIT_FILTERS = ['search', 'actor', 'subject', 'action', 'ip', 'from', 'to'] as const;

export type AuditFilter = components['schemas']['AuditFilterRequest'];

export function auditFilter(filters: Readonly<Record<string, string>>): AuditFilter {
  const nextDay = dayStart(filters.to, 1);
  return {
    actor: uidOf(filters.actor),
    subject: uidOf(filters.subject),
    action: filters.action ?? null,
    ip: filters.ip ?? null,
    search: filters.search ?? null,
    from: dayStart(filters.from, 0),
    // The last day belongs to what was asked for.
    to: nextDay === null ? null : nextDay - 1,
  };
}

function uidOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** Days begin at the reader's midnight, also where clocks are changed: the calendar counts, not 24 hours. */
function dayStart(text: string | undefined, daysLater: number): number | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text ?? '') ?? [];
  if (!year || !month || !day) return null;
  const time = new Date(Number(year), Number(month) - 1, Number(day) + daysLater).getTime();
  return Number.isNaN(time) ? null : Math.floor(time / 1000);
}
