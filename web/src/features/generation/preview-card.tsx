import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '@/components/page/section-card';
import type { GeneratedNumber } from './api/spaces';
import classes from './generation.module.css';

interface Props {
  numbers: readonly GeneratedNumber[];
  stale: boolean;
  /** Show the segment of each number if there are several. */
  withSegments?: boolean;
}

/** The first 20 numbers of the run. */
export function PreviewCard({ numbers, stale, withSegments = false }: Props) {
  const { t } = useTranslation();
  return (
    <SectionCard
      title={t('generation.preview')}
      aside={
        <Text size="xs" c="dimmed">
          {t('generation.preview_hint')}
        </Text>
      }
    >
      {numbers.length === 0 ? (
        <Text c="dimmed" size="sm" className={classes.live} aria-busy={stale}>
          {t('generation.preview_empty')}
        </Text>
      ) : (
        <ol
          className={`${classes.preview} ${classes.live}`}
          aria-busy={stale}
          aria-label={t('generation.preview')}
        >
          {numbers.map((item) => (
            <li key={`${item.segment}/${item.number}`}>
              <span className={classes.number}>{item.number}</span>
              <span className={classes.about}>
                {withSegments ? t('generation.segment', { n: item.segment + 1 }) : <About item={item} />}
              </span>
            </li>
          ))}
        </ol>
      )}
    </SectionCard>
  );
}

function About({ item }: { item: GeneratedNumber }) {
  const { t } = useTranslation();
  const kind =
    item.kind === 'mobile' || item.kind === 'fixed_line' || item.kind === 'fixed_line_or_mobile'
      ? t(`generation.number_kinds.${item.kind}`)
      : t('generation.number_kinds.other');
  return item.carrier ? t('generation.kind_and_carrier', { kind, carrier: item.carrier }) : kind;
}
