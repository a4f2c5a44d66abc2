import { CloseButton, Skeleton, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SpaceFigures } from './api/spaces';
import { CountField } from './count-field';
import type { SegmentForm } from './generation-form';
import { patternParts, type PatternPart } from './pattern-words';
import { useFormat } from './use-format';
import classes from './generation.module.css';

interface Props {
  number: number;
  segment: SegmentForm;
  figures: SpaceFigures | undefined;
  stale: boolean;
  onChange: (segment: SegmentForm) => void;
  /** Null if it is the only segment. */
  onRemove: (() => void) | null;
}

/** A pattern with its description, counts and examples. */
export function SegmentEditor({ number, segment, figures, stale, onChange, onRemove }: Props) {
  const { t } = useTranslation();
  const { space } = segment;
  const good = figures && !figures.error ? figures : null;
  return (
    <fieldset className={classes.segment}>
      <legend>{t('generation.segment', { n: number })}</legend>
      <div className={classes.segmentFields}>
        <TextInput
          label={t('generation.pattern')}
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: classes.patternInput ?? '' }}
          value={space.pattern ?? ''}
          error={figures?.error && space.pattern ? figures.error.message : null}
          onChange={({ currentTarget }) =>
            onChange({ ...segment, space: { ...space, pattern: currentTarget.value } })
          }
        />
        <CountField
          count={segment.count}
          available={good?.available}
          onChange={(count) => onChange({ ...segment, count })}
        />
        {onRemove ? (
          <CloseButton
            className={classes.remove}
            aria-label={t('generation.remove_segment', { n: number })}
            onClick={onRemove}
          />
        ) : null}
      </div>
      {good ? <Meaning figures={good} stale={stale} /> : null}
      {figures || !space.pattern ? null : <Skeleton mt={10} h={{ base: 120, sm: 72 }} aria-busy />}
    </fieldset>
  );
}

function Meaning({ figures, stale }: { figures: SpaceFigures; stale: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { size, used, listed, left, examples, pattern } = figures;
  return (
    <div className={`${classes.meaning} ${classes.live}`} aria-busy={stale} aria-live="polite">
      {pattern ? (
        <p className={classes.words}>
          <Words parts={patternParts(pattern, figures.calling_code ?? null)} />
        </p>
      ) : null}
      <p>
        {size === 0
          ? t('generation.nothing_there')
          : t(listed > 0 ? 'generation.counts_listed' : 'generation.counts', {
              size: format(size),
              used: format(used),
              listed: format(listed),
              left: format(left),
              count: size,
            })}
      </p>
      {examples.length > 0 ? (
        <p>
          {t('generation.examples')}
          {examples.map((example) => (
            <code key={example.number} className={classes.example}>
              {example.number}
            </code>
          ))}
        </p>
      ) : null}
    </div>
  );
}

function Words({ parts }: { parts: readonly PatternPart[] }) {
  const { t } = useTranslation();
  const word = (part: PatternPart): string => {
    switch (part.kind) {
      case 'calling_code':
        return t('generation.words.calling_code', { digits: part.digits });
      case 'fixed':
        return part.digits;
      case 'any':
        return part.n === 1 ? t('generation.words.any_one') : t('generation.words.any_many', { n: part.n });
      case 'choice':
        return part.n === 1
          ? t('generation.words.choice_one', { digits: part.digits })
          : t('generation.words.choice_many', { digits: part.digits, n: part.n });
      default:
        return part satisfies never;
    }
  };
  return parts.map(word).join(t('generation.words.separator'));
}
