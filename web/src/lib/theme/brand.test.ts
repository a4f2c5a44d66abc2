import { describe, expect, it } from 'vitest';
import { THEME_PRESETS } from '@/config/constants';
import { brandOf } from './brand';
import { contrast, parseHex, type Rgb, WHITE } from './color';

const rgb = (hex: string): Rgb => parseHex(hex) as Rgb;

describe('theme: the eight presets and a custom colour', () => {
  it.each([...THEME_PRESETS, '#ffee00', '#ffffff', '#000000'])('%s stays exact and readable', (hex) => {
    const brand = brandOf(hex);
    expect(brand.shades).toHaveLength(10);
    expect(brand.shades[6]).toBe(hex.toLowerCase());
    expect(contrast(rgb(brand.filled), WHITE)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(rgb(brand.filledDark), WHITE)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(rgb(brand.textOnLight), rgb('#ebf0f7'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(rgb(brand.textOnDark), rgb('#2a2e36'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(rgb(brand.textOnLight), rgb(brand.washLight))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(rgb(brand.textOnDark), rgb(brand.washDark))).toBeGreaterThanOrEqual(4.5);
  });

  it('falls back to the default for invalid colours', () => {
    expect(brandOf('nonsense').shades[6]).toBe('#1890ff');
  });
});
