import { Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '@/components/page/section-card';
import type { SpaceFigures } from './api/spaces';
import { useFormat } from './use-format';
import classes from './generation.module.css';

interface Props {
  space: SpaceFigures | undefined;
  stale: boolean;
}

/** Exact counts of all, used and remaining numbers. */
export function FiguresCard({ space, stale }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const good = space && !space.error ? space : null;
  const shown = (value: number | undefined): string => (value === undefined ? '—' : format(value));
  return (
    <SectionCard title={t('generation.figures')}>
      <div className={classes.live} aria-busy={stale} aria-live="polite">
        <dl className={classes.figures}>
          <div>
            <dt>{t('generation.size')}</dt>
            <dd data-testid="space-size">{shown(good?.size)}</dd>
          </div>
          <div>
            <dt>{t('generation.used')}</dt>
            <dd data-testid="space-used">{shown(good?.used)}</dd>
          </div>
          {good && good.listed > 0 ? (
            <div>
              <dt>{t('generation.listed')}</dt>
              <dd data-testid="space-listed">{format(good.listed)}</dd>
            </div>
          ) : null}
          <div>
            <dt>{t('generation.left')}</dt>
            <dd data-testid="space-left">{shown(good?.left)}</dd>
          </div>
        </dl>
        <Progress
          aria-label={t('generation.used')}
          size="sm"
          mt="sm"
          value={good && good.size > 0 ? (100 * good.used) / good.size : 0}
        />
        {good && good.size === 0 ? (
          <Text size="sm" mt="xs" c="dimmed">
            {t('generation.nothing_there')}
          </Text>
        ) : null}
      </div>
    </SectionCard>
  );
}
