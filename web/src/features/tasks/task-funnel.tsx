import { useTranslation } from 'react-i18next';
import { Funnel } from '@/components/screening/funnel';
import { useLanguage } from '@/lib/i18n/use-language';
import type { Breakdown, TaskView } from '@/lib/screening/types';
import { stepCounts } from './breakdown';

/** How many numbers reached each step of a waterfall. */
export function TaskFunnel({ task, breakdown }: { task: TaskView; breakdown: Breakdown }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const whole = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const counts = stepCounts(breakdown, task.checks);
  const steps = task.checks.map(({ project, name }, index) => {
    const { asked = 0, hits = 0 } = counts[index] ?? {};
    return {
      key: project,
      name,
      figure: asked > 0 ? percent.format(hits / asked) : '—',
      count: asked,
      through: hits,
      lines: [t('tasks.funnel_step', { asked: whole.format(asked), hits: whole.format(hits), count: hits })],
    };
  });
  return <Funnel label={t('tasks.funnel')} steps={steps} />;
}
