/** Icons of platforms that are loaded when they are shown for the first time. */
import {
  IconBrandBinance,
  IconBrandCashapp,
  IconBrandCoinbase,
  IconBrandKakaoTalk,
  IconBrandRevolut,
  IconBrandShopee,
  IconBrandSignal,
  IconBrandViber,
  IconFileText,
  type TablerIcon,
} from '@tabler/icons-react';

const ICONS: Readonly<Record<string, TablerIcon>> = {
  'brand-binance': IconBrandBinance,
  'brand-cashapp': IconBrandCashapp,
  'brand-coinbase': IconBrandCoinbase,
  'brand-kakao-talk': IconBrandKakaoTalk,
  'brand-revolut': IconBrandRevolut,
  'brand-shopee': IconBrandShopee,
  'brand-signal': IconBrandSignal,
  'brand-viber': IconBrandViber,
};

export default function PlatformIcon({ name, size }: { name: string; size: number }) {
  const Icon = (Object.hasOwn(ICONS, name) && ICONS[name]) || IconFileText;
  // The icon comes from a fixed set.
  // oxlint-disable-next-line react/static-components
  return <Icon size={size} stroke={1.6} aria-hidden />;
}
