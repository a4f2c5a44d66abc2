/** What the four sizes mean: the size of controls, of text and of table rows. */
import type { Size } from '@/config/constants';

export interface Density {
  control: 'md' | 'sm' | 'xs';
  /** Of a button or a field of that size, for what stands beside them. */
  controlHeightPx: number;
  fontSizePx: number;
  rowPaddingPx: number;
}

export const DENSITIES: Record<Size, Density> = {
  default: { control: 'md', controlHeightPx: 42, fontSizePx: 15, rowPaddingPx: 12 },
  medium: { control: 'sm', controlHeightPx: 36, fontSizePx: 14, rowPaddingPx: 9 },
  small: { control: 'xs', controlHeightPx: 30, fontSizePx: 13, rowPaddingPx: 7 },
  mini: { control: 'xs', controlHeightPx: 30, fontSizePx: 12, rowPaddingPx: 4 },
};
