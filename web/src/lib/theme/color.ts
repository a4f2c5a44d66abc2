/** Colour arithmetic for building a palette from one colour with readable text. */

export type Rgb = readonly [red: number, green: number, blue: number];

export const WHITE: Rgb = [255, 255, 255];
export const BLACK: Rgb = [0, 0, 0];

export function parseHex(hex: string): Rgb | null {
  const match = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex.trim());
  if (!match) return null;
  return [
    Number.parseInt(match[1] ?? '', 16),
    Number.parseInt(match[2] ?? '', 16),
    Number.parseInt(match[3] ?? '', 16),
  ];
}

export function toHex(color: Rgb): string {
  return `#${color.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** `amount` 0 returns the first colour, 1 the second. */
export function mix(from: Rgb, to: Rgb, amount: number): Rgb {
  const at = (index: 0 | 1 | 2): number => from[index] + (to[index] - from[index]) * amount;
  return [at(0), at(1), at(2)];
}

/** Relative luminance as WCAG defines it. */
function luminance(color: Rgb): number {
  const linear = (channel: number): number => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(color[0]) + 0.7152 * linear(color[1]) + 0.0722 * linear(color[2]);
}

export function contrast(a: Rgb, b: Rgb): number {
  const [one, other] = [luminance(a), luminance(b)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

const STEP = 0.02;

/** Moves the colour `toward` another one until it is readable on `background`. */
export function readableAgainst(color: Rgb, background: Rgb, toward: Rgb, wanted: number): Rgb {
  for (let amount = 0; amount < 1; amount += STEP) {
    const candidate = mix(color, toward, amount);
    if (contrast(roundChannels(candidate), background) >= wanted) return roundChannels(candidate);
  }
  return toward;
}

function roundChannels(color: Rgb): Rgb {
  return [Math.round(color[0]), Math.round(color[1]), Math.round(color[2])];
}
