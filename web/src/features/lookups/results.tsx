import { Button, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '@/components/page/section-card';
import { useLabels } from '@/lib/screening/labels';
import { usePoints } from '@/lib/screening/use-points';
import { Answers } from './answers';
import type { AskedNumber } from './api/lookups';
import classes from './lookups.module.css';

interface Props {
  items: readonly AskedNumber[];
  now: number;
  /** The number that is being asked about again. */
  asking: string | null;
  onAskAgain: (number: string) => void;
}

export function Results({ items, now, asking, onAskAgain }: Props) {
  const { t } = useTranslation();
  const labels = useLabels();
  const points = usePoints();
  const charged = items.reduce((sum, item) => sum + item.charged, 0);
  return (
    <SectionCard
      title={t('lookups.answers')}
      aside={
        <Text className="ns-numeric" c="dimmed">
          {t('lookups.charged', { points: points.sum(charged) })}
        </Text>
      }
    >
      <ul className={classes.results} aria-live="polite">
        {items.map(({ facts, answers, timed_out }) => (
          <li key={facts.number}>
            <div className={classes.resultHead}>
              <Text span fw={600} className="ns-numeric">
                {facts.valid ? (facts.international ?? facts.number) : facts.number}
              </Text>
              {facts.valid && !facts.test ? (
                <Button
                  size="compact-xs"
                  variant="default"
                  leftSection={<IconRefresh size={14} stroke={1.7} />}
                  loading={asking === facts.number}
                  disabled={asking !== null}
                  aria-label={t('lookups.ask_again_about', { number: facts.number })}
                  onClick={() => onAskAgain(facts.number)}
                >
                  {t('lookups.ask_again')}
                </Button>
              ) : null}
            </div>
            {facts.valid ? null : (
              <Text size="xs" c="dimmed">
                {labels.rejection(facts.reason ?? '')}
              </Text>
            )}
            {timed_out ? (
              <Text size="xs" c="dimmed">
                {t('lookups.timed_out')}
              </Text>
            ) : null}
            <Answers answers={answers} now={now} />
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
