import { boot } from '@/lib/boot';
import { LogoMark } from './logo-mark';

/** The operator's own logo where one is set, else the product's. The title beside it says the same in words. */
export function ProductLogo({ size = 26 }: { size?: number }) {
  if (!boot.product_logo) return <LogoMark size={size} />;
  return <img src={boot.product_logo} alt="" height={size} style={{ maxWidth: 2 * size }} />;
}
