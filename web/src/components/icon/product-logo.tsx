import { boot } from '@/lib/boot';
import { LogoMark } from './logo-mark';

/** The operator's logo if set, else the product's. Decorative: the title is next to it. */
export function ProductLogo({ size = 26 }: { size?: number }) {
  if (!boot.product_logo) return <LogoMark size={size} />;
  return <img src={boot.product_logo} alt="" height={size} style={{ maxWidth: 2 * size }} />;
}
