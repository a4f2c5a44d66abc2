import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '@/components/page/section-card';
import classes from './generation.module.css';

/** Pattern characters and their meaning. */
const SIGNS = [
  ['138', 'digits'],
  ['?', 'any'],
  ['[0-4]', 'choice'],
  ['{4}', 'repeat'],
  ['+86', 'code'],
] as const;

const EXAMPLES = ['+86 138 ???? 88[0-9]8', '+44 7700 ?{6}', '+81 90 [1-5]??? 0{4}', '+1 212 55[5-7] ????'];

export function PatternHelp({ onTry }: { onTry: (pattern: string) => void }) {
  const { t } = useTranslation();
  return (
    <SectionCard title={t('generation.help')}>
      <dl className={classes.signs}>
        {SIGNS.map(([sign, name]) => (
          <div key={name}>
            <dt>
              <code>{sign}</code>
            </dt>
            <dd>{t(`generation.signs.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.tryTitle}>{t('generation.try')}</p>
      <div className={classes.tries}>
        {EXAMPLES.map((pattern) => (
          <Button
            key={pattern}
            size="compact-sm"
            variant="default"
            className={classes.patternInput}
            onClick={() => onTry(pattern)}
          >
            {pattern}
          </Button>
        ))}
      </div>
    </SectionCard>
  );
}
