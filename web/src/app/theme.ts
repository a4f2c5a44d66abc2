/** The theme: all tokens are derived from one theme colour and one size. */
import {
  createTheme,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core';
import type { Size } from '@/config/constants';
import { brandOf } from '@/lib/theme/brand';
import { DENSITIES } from '@/lib/theme/density';

const LATIN = '-apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans"';
const FONT_STACK = `${LATIN}, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui, sans-serif`;
const MONO_STACK = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace';

/** A cool grey instead of Mantine's warm default. */
const DARK: MantineColorsTuple = [
  '#e6e9ee',
  '#c3c9d2',
  '#9aa3b0',
  '#6f7987',
  '#3a414c',
  '#2c323b',
  '#22272f',
  '#191d23',
  '#13161b',
  '#0d0f13',
];

const GRAY: MantineColorsTuple = [
  '#f7f8fa',
  '#f0f2f5',
  '#e5e8ed',
  '#d8dce3',
  '#c5cbd5',
  '#a3acb9',
  '#6a7585',
  '#4d5766',
  '#343c48',
  '#1d232c',
];

export function themeFor(color: string, size: Size): MantineThemeOverride {
  const { control, fontSizePx } = DENSITIES[size];
  const sized = { defaultProps: { size: control } };
  return createTheme({
    fontFamily: FONT_STACK,
    fontFamilyMonospace: MONO_STACK,
    fontSizes: { md: `${fontSizePx + 1}px`, sm: `${fontSizePx}px`, xs: `${fontSizePx - 1}px` },
    headings: { fontWeight: '600' },
    colors: { brand: brandOf(color).shades, dark: DARK, gray: GRAY },
    primaryColor: 'brand',
    primaryShade: 6,
    defaultRadius: 6,
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      Button: sized,
      TextInput: sized,
      PasswordInput: sized,
      NumberInput: sized,
      Textarea: sized,
      DateInput: sized,
      DateTimePicker: sized,
      MultiSelect: sized,
      Radio: sized,
      Select: sized,
      TagsInput: sized,
      NativeSelect: sized,
      Checkbox: sized,
      SegmentedControl: sized,
      Switch: { defaultProps: { size: control, withThumbIndicator: false } },
      Text: { defaultProps: { size: 'sm' } },
      // Words of a state are never cut off.
      Badge: { defaultProps: { miw: 'max-content' } },
      Table: { defaultProps: { fz: fontSizePx } },
      Tooltip: { defaultProps: { withArrow: true, openDelay: 250 } },
      Menu: { defaultProps: { shadow: 'md', offset: 6 } },
      Popover: { defaultProps: { shadow: 'md', offset: 6 } },
    },
  });
}

/** Variables that depend on the theme colour or size. The other colours are in global.css. */
export function variablesFor(color: string, size: Size): CSSVariablesResolver {
  const brand = brandOf(color);
  const { fontSizePx, rowPaddingPx } = DENSITIES[size];
  return () => ({
    variables: {
      '--ns-font-size': `${fontSizePx}px`,
      '--ns-row-padding': `${rowPaddingPx}px`,
      '--ns-accent': color,
      '--ns-font-latin': LATIN,
    },
    light: {
      '--mantine-color-anchor': brand.textOnLight,
      '--mantine-color-brand-filled': brand.filled,
      '--mantine-color-brand-filled-hover': brand.filledHover,
      '--mantine-color-brand-text': brand.textOnLight,
      '--mantine-color-brand-light': brand.washLight,
      '--ns-accent-wash': brand.washLight,
      '--mantine-color-brand-light-color': brand.textOnLight,
      '--mantine-color-brand-outline': brand.textOnLight,
    },
    dark: {
      '--mantine-color-anchor': brand.textOnDark,
      '--mantine-color-brand-filled': brand.filledDark,
      '--mantine-color-brand-filled-hover': brand.filledDarkHover,
      '--mantine-color-brand-text': brand.textOnDark,
      '--mantine-color-brand-light': brand.washDark,
      '--ns-accent-wash': brand.washDark,
      '--mantine-color-brand-light-color': brand.textOnDark,
      '--mantine-color-brand-outline': brand.textOnDark,
    },
  });
}
