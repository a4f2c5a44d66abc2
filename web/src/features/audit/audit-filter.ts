/** The filters of the audit log, from the address to what the server takes. */

export const AUDIT_FILTERS = ['search', 'actor', 'subject', 'action', 'ip', 'from', 'to'] as const;

export interface AuditFilter {
  actor?: number;
  subject?: number;
  action?: string;
  ip?: string;
  from?: number;
  to?: number;
  search?: string;
}

export function auditFilter(filters: Readonly<Record<string, string>>): AuditFilter {
  const filter: AuditFilter = {};
  const actor = uidOf(filters.actor);
  const subject = uidOf(filters.subject);
  const from = dayStart(filters.from, 0);
  const nextDay = dayStart(filters.to, 1);
  if (actor !== null) filter.actor = actor;
  if (subject !== null) filter.subject = subject;
  if (filters.action) filter.action = filters.action;
  if (filters.ip) filter.ip = filters.ip;
  if (filters.search) filter.search = filters.search;
  if (from !== null) filter.from = from;
  // The last day belongs to what was asked for.
  if (nextDay !== null) filter.to = nextDay - 1;
  return filter;
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
