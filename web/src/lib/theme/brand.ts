/**
 * Tokens derived from the theme colour. White text on #1890ff has a contrast of only 3.2:1, so the exact
 * colour is used for accents, and a darker (in the dark scheme lighter) variant for small text and its
 * background.
 */
import type { MantineColorsTuple } from '@mantine/core';
import { BLACK, contrast, mix, parseHex, type Rgb, readableAgainst, toHex, WHITE } from './color';

/** Backgrounds for brand-coloured text: the least favourable one of each scheme. */
const LIGHT_GROUND: Rgb = [235, 240, 247];
const DARK_GROUND: Rgb = [42, 46, 54];
const DARK_SURFACE: Rgb = [25, 29, 35];
const TEXT_CONTRAST = 4.6;

export interface Brand {
  /** Ten shades from light to dark. The seventh is the exact colour. */
  shades: MantineColorsTuple;
  /** Background for white text. */
  filled: string;
  filledHover: string;
  /** Background for white text in the dark scheme, distinguishable from the page. */
  filledDark: string;
  filledDarkHover: string;
  /** A tint for the background of selected or marked items. */
  washLight: string;
  washDark: string;
  /** Readable on every surface of the scheme and on its tint. */
  textOnLight: string;
  textOnDark: string;
}

/** Used if the stored value is not a colour. */
const DEFAULT_COLOR: Rgb = [24, 144, 255];

export function brandOf(hex: string): Brand {
  const color = parseHex(hex) ?? DEFAULT_COLOR;
  const filled = readableAgainst(color, WHITE, BLACK, TEXT_CONTRAST);
  const filledDark = standsOut(filled)
    ? filled
    : readableAgainst(mix(filled, WHITE, 0.3), WHITE, BLACK, TEXT_CONTRAST);
  const tint = (amount: number): string => toHex(mix(color, WHITE, amount));
  const shade = (amount: number): string => toHex(mix(color, BLACK, amount));
  const washLight = mix(color, WHITE, 0.88);
  const washDark = mix(color, DARK_SURFACE, 0.78);
  return {
    shades: [
      tint(0.92),
      tint(0.82),
      tint(0.66),
      tint(0.5),
      tint(0.34),
      tint(0.17),
      tint(0),
      shade(0.14),
      shade(0.28),
      shade(0.42),
    ],
    filled: toHex(filled),
    filledHover: toHex(mix(filled, BLACK, 0.12)),
    filledDark: toHex(filledDark),
    filledDarkHover: toHex(mix(filledDark, BLACK, 0.12)),
    washLight: toHex(washLight),
    washDark: toHex(washDark),
    textOnLight: toHex(readableOnBoth(color, [LIGHT_GROUND, washLight], BLACK)),
    textOnDark: toHex(readableOnBoth(color, [DARK_GROUND, washDark], WHITE)),
  };
}

function readableOnBoth(color: Rgb, grounds: readonly Rgb[], toward: Rgb): Rgb {
  return grounds.reduce((found, ground) => readableAgainst(found, ground, toward, TEXT_CONTRAST), color);
}

/** Presets such as #212121 are invisible on a dark page. */
function standsOut(color: Rgb): boolean {
  return contrast(color, [24, 26, 32]) >= 1.6;
}
