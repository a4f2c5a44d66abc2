import { useTranslation } from 'react-i18next';
import { StackedColumns } from '@/components/charts/stacked-columns';
import { useLanguage } from '@/lib/i18n/use-language';
import { formatPoints } from '@/lib/money';
import { useSessionStore } from '@/lib/session/session-store';
import { type DayBar, formatUtcDay } from './income';

const COLOR = 'var(--mantine-primary-color-filled)';

/** The figures are in the table below, so the accessible name is only a summary. */
export default function IncomeChart({ bars }: { bars: readonly DayBar[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const decimals = useSessionStore((session) => session.user?.ud ?? 0);
  const [first, last] = [bars.at(0), bars.at(-1)];
  if (!first || !last) return null;
  const span = { from: formatUtcDay(first.day, language), until: formatUtcDay(last.day, language) };
  const shortDay = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const points = (amount: number): string => formatPoints(amount, decimals, language);
  return (
    <StackedColumns
      label={t('finance.income.chart_label', span)}
      amount={points}
      tabled
      columns={bars.map(({ day, amount }) => ({
        key: day,
        name: shortDay.format(new Date(day * 1000)),
        title: t('finance.income.bar', { day: formatUtcDay(day, language), amount: points(amount) }),
        parts: [{ color: COLOR, value: amount }],
      }))}
    />
  );
}
