import { Button, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/lib/i18n/use-language';
import type { Share } from '@/lib/screening/counts';
import classes from './tasks.module.css';

interface Props {
  label: string;
  shares: readonly (Share & { color?: string })[];
  nameOf: (name: string) => string;
  chosen: readonly string[];
  /** Names and counts only, without bars. */
  plain?: boolean;
  /** Without it the bars are not clickable. */
  onChoose?: (name: string) => void;
}

const SHOWN = 8;

/** Counts as bars that toggle table filters. */
export function FilterBars({ label, shares, nameOf, chosen, plain = false, onChoose }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [all, setAll] = useState(false);
  const whole = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const widest = Math.max(...shares.map(({ share }) => share), 0);
  const shown = all ? shares : shares.slice(0, SHOWN);
  return (
    <div>
      <ul className={classes.bars} aria-label={label} data-plain={plain || undefined}>
        {shown.map(({ name, count, share, color }) => {
          const text = nameOf(name);
          const row = (
            <>
              <span className={classes.barName} title={text}>
                {color ? <i style={{ background: color }} /> : null}
                <span>{text}</span>
              </span>
              {plain ? null : (
                <span className={classes.track} aria-hidden>
                  <span
                    style={{
                      width: `${widest > 0 ? (share / widest) * 100 : 0}%`,
                      ...(color ? { background: color } : {}),
                    }}
                  />
                </span>
              )}
              <span className={classes.barCount}>
                {whole.format(count)} <small>{percent.format(share)}</small>
              </span>
            </>
          );
          // The rest has no name to filter by.
          if (!onChoose || name === '') {
            return (
              <li key={name} className={classes.barRow}>
                {row}
              </li>
            );
          }
          return (
            <li key={name}>
              <button
                type="button"
                className={classes.barRow}
                aria-pressed={chosen.includes(name)}
                onClick={() => onChoose(name)}
              >
                <VisuallyHidden>
                  {t('tasks.filter_by', { name: `${text}, ${whole.format(count)}` })}
                </VisuallyHidden>
                <span className={classes.barContent} aria-hidden>
                  {row}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {shares.length > SHOWN ? (
        <Button variant="subtle" size="compact-sm" mt={6} onClick={() => setAll(!all)}>
          {all ? t('tasks.show_less') : t('tasks.show_all', { n: shares.length })}
        </Button>
      ) : null}
    </div>
  );
}
