/** Parses the allowed IPs of a key: one per line, or separated by commas or spaces. */

export function splitRanges(typed: string): readonly string[] {
  return [...new Set(typed.split(/[\s,;]+/).filter(Boolean))];
}

/** The entries that are neither an IP address nor a CIDR range. */
export function invalidRanges(ranges: readonly string[]): readonly string[] {
  return ranges.filter((range) => !isRange(range));
}

function isRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  if (rest.length > 0) return false;
  const longest = isV4(address) ? 32 : isV6(address) ? 128 : null;
  if (longest === null) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest);
}

function isV4(text: string): boolean {
  const parts = text.split('.');
  return (
    parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
  );
}

function isV6(text: string): boolean {
  // Let the browser validate the address. Zones (`%eth0`) are not allowed because they are local to one
  // machine.
  return text.includes(':') && /^[\d:.a-f]+$/i.test(text) && URL.canParse(`http://[${text}]`);
}
