/** Icons that the server's menu can use. Unknown names get a neutral icon. */
import {
  IconAccessPoint,
  IconActivity,
  IconAddressBook,
  IconAdjustments,
  IconAntenna,
  IconApi,
  IconApps,
  IconBell,
  IconBrandAmazon,
  IconBrandApple,
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandLine,
  IconBrandLinkedin,
  IconBrandMessenger,
  IconBrandPaypal,
  IconBrandPinterest,
  IconBrandSnapchat,
  IconBrandTelegram,
  IconBrandTiktok,
  IconBrandWechat,
  IconBrandWhatsapp,
  IconBrandX,
  IconBroadcast,
  IconBuildingBank,
  IconCash,
  IconChartBar,
  IconChecklist,
  IconCoins,
  IconCreditCard,
  IconCurrencyBitcoin,
  IconDeviceMobile,
  IconDice5,
  IconDownload,
  IconFileText,
  IconFilter,
  IconFolder,
  IconGauge,
  IconHistory,
  IconLayoutDashboard,
  IconListCheck,
  IconMessageCircle,
  IconMessages,
  IconPhoneCheck,
  IconPlugConnected,
  IconReceipt,
  IconRegex,
  IconServer,
  IconSettings,
  IconShieldCheck,
  IconShieldLock,
  IconShoppingBag,
  IconShoppingCart,
  IconStack2,
  IconTags,
  IconTicket,
  IconUser,
  IconUserOff,
  IconUsers,
  IconUsersGroup,
  IconWallet,
  IconWorld,
  type TablerIcon,
} from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { loadWithRetry } from '@/lib/load-with-retry';

const ICONS: Readonly<Record<string, TablerIcon>> = {
  'access-point': IconAccessPoint,
  activity: IconActivity,
  adjustments: IconAdjustments,
  antenna: IconAntenna,
  api: IconApi,
  audit: IconHistory,
  bank: IconBuildingBank,
  bell: IconBell,
  'brand-amazon': IconBrandAmazon,
  'brand-apple': IconBrandApple,
  'brand-facebook': IconBrandFacebook,
  'brand-instagram': IconBrandInstagram,
  'brand-line': IconBrandLine,
  'brand-linkedin': IconBrandLinkedin,
  'brand-messenger': IconBrandMessenger,
  'brand-paypal': IconBrandPaypal,
  'brand-pinterest': IconBrandPinterest,
  'brand-snapchat': IconBrandSnapchat,
  'brand-telegram': IconBrandTelegram,
  'brand-tiktok': IconBrandTiktok,
  'brand-wechat': IconBrandWechat,
  'brand-whatsapp': IconBrandWhatsapp,
  'brand-x': IconBrandX,
  broadcast: IconBroadcast,
  cart: IconShoppingCart,
  cash: IconCash,
  channel: IconPlugConnected,
  chart: IconChartBar,
  'chart-bar': IconChartBar,
  checklist: IconChecklist,
  coins: IconCoins,
  contacts: IconAddressBook,
  credit: IconCreditCard,
  'credit-card': IconCreditCard,
  'currency-bitcoin': IconCurrencyBitcoin,
  dashboard: IconLayoutDashboard,
  dice: IconDice5,
  download: IconDownload,
  file: IconFileText,
  filter: IconFilter,
  folder: IconFolder,
  gauge: IconGauge,
  history: IconHistory,
  hygiene: IconShieldCheck,
  list: IconListCheck,
  message: IconMessages,
  'message-circle': IconMessageCircle,
  messages: IconMessages,
  'list-check': IconListCheck,
  apps: IconApps,
  plug: IconPlugConnected,
  pattern: IconRegex,
  phone: IconDeviceMobile,
  'phone-check': IconPhoneCheck,
  project: IconTags,
  receipt: IconReceipt,
  role: IconShieldLock,
  server: IconServer,
  settings: IconSettings,
  shield: IconShieldLock,
  'shopping-bag': IconShoppingBag,
  'shopping-cart': IconShoppingCart,
  social: IconUsersGroup,
  stack: IconStack2,
  suppression: IconUserOff,
  telegram: IconBrandTelegram,
  ticket: IconTicket,
  user: IconUser,
  users: IconUsers,
  wallet: IconWallet,
  whatsapp: IconBrandWhatsapp,
  world: IconWorld,
};

/** Icons of platforms that the menu rarely shows come later, so that they cost the first page nothing. */
const LATER = new Set([
  'brand-binance',
  'brand-cashapp',
  'brand-coinbase',
  'brand-kakao-talk',
  'brand-revolut',
  'brand-shopee',
  'brand-signal',
  'brand-viber',
]);
// An icon that cannot be loaded is no reason for an error.
const LaterIcon = lazy(async () =>
  loadWithRetry(() => import('./platform-icon')).catch(() => ({ default: NeutralIcon })),
);

interface IconProps {
  name: string;
  size: number;
}

function NeutralIcon({ size }: IconProps) {
  return <IconFileText size={size} stroke={1.6} aria-hidden />;
}

export function MenuIcon({ name = '', size = 18 }: { name: string | undefined; size?: number }) {
  if (LATER.has(name)) {
    return (
      <Suspense fallback={<NeutralIcon name={name} size={size} />}>
        <LaterIcon name={name} size={size} />
      </Suspense>
    );
  }
  const Icon = (Object.hasOwn(ICONS, name) && ICONS[name]) || IconFileText;
  // The icon comes from a fixed set.
  // oxlint-disable-next-line react/static-components
  return <Icon size={size} stroke={1.6} aria-hidden />;
}
