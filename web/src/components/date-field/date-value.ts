/** Converts between the calendar's format (`2026-11-16 10:30:00`) and the forms' (`2026-11-16T10:30`). */

export function pickedOf(value: string): string | null {
  return value === '' ? null : `${value.replace('T', ' ')}:00`;
}

export function momentOf(picked: string | null): string {
  return picked === null ? '' : picked.slice(0, 'YYYY-MM-DD HH:mm'.length).replace(' ', 'T');
}
