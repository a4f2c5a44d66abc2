/** Converts between the calendar's format (`2026-11-16 10:30:00`) and the forms' (`2026-11-16T10:30`). */

export function pickedOf(value: string): string | null {
  return value === '' ? null : `${value.replace('T', ' ')}:00`;
}

export function momentOf(picked: string | null): string {
  return picked === null ? '' : picked.slice(0, 'YYYY-MM-DD HH:mm'.length).replace(' ', 'T');
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/;

/** What somebody typed, in the forms' format. Null if it is not a whole date yet. */
export function typedDate(typed: string, withTime: boolean): string | null {
  const text = typed.trim();
  if (text === '') return '';
  if (!(withTime ? MOMENT : DAY).test(text)) return null;
  const value = text.replace(' ', 'T');
  const date = new Date(withTime ? `${value}:00Z` : `${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? value : null;
}
