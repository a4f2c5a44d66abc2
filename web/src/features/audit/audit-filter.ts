/** Converts the audit log filters from the URL to the request. */

import type { components } from '@/lib/api/schema';
import { dayStart, wholeNumber } from '@/lib/filter-values';

export const AUDIT_FILTERS = ['search', 'actor', 'subject', 'action', 'ip', 'from', 'to'] as const;

export type AuditFilter = components['schemas']['AuditFilterRequest'];

export function auditFilter(filters: Readonly<Record<string, string>>): AuditFilter {
  const nextDay = dayStart(filters.to, 1);
  return {
    actor: wholeNumber(filters.actor),
    subject: wholeNumber(filters.subject),
    action: filters.action ?? null,
    ip: filters.ip ?? null,
    search: filters.search ?? null,
    from: dayStart(filters.from, 0),
    // The last day is included.
    to: nextDay === null ? null : nextDay - 1,
  };
}
