import { useLanguage } from '@/lib/i18n/use-language';
import { formatPoints } from '@/lib/money';
import { useSessionStore } from '@/lib/session/session-store';
import { neededDigits } from './needed-digits';

export interface PointsText {
  /** An amount with the account's decimals. */
  sum: (amount: number) => string;
  /** An amount with all its decimals: prices, since they matter for a large list, and parts that add up to a whole. */
  exact: (amount: number) => string;
}

export function usePoints(): PointsText {
  const language = useLanguage();
  const decimals = useSessionStore((session) => session.user?.ud ?? 0);
  return {
    sum: (amount) => formatPoints(amount, decimals, language),
    exact: (amount) => formatPoints(amount, neededDigits(amount, decimals), language),
  };
}
