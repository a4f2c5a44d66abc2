/** The four sizes: control size, text size and table row height. */
import type { Size } from '@/config/constants';

export interface Density {
  control: 'md' | 'sm' | 'xs';
  fontSizePx: number;
  rowPaddingPx: number;
}

export const DENSITIES: Record<Size, Density> = {
  default: { control: 'md', fontSizePx: 15, rowPaddingPx: 12 },
  medium: { control: 'sm', fontSizePx: 14, rowPaddingPx: 9 },
  small: { control: 'xs', fontSizePx: 13, rowPaddingPx: 7 },
  mini: { control: 'xs', fontSizePx: 12, rowPaddingPx: 4 },
};
