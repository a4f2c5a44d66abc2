import { useTranslation } from 'react-i18next';
import classes from './auth.module.css';

type Verdict = 'good' | 'bad' | 'repeated';

/** Numbers reserved for fictional use by national regulators. */
const NUMBERS: readonly (readonly [string, Verdict])[] = [
  ['+1 202 555 0143', 'good'],
  ['+44 7700 900 128', 'good'],
  ['+1 202 555 0143', 'repeated'],
  ['+61 491 570 156', 'good'],
  ['+44 7700 900', 'bad'],
  ['+1 212 555 0187', 'good'],
  ['+61 491 570 157', 'good'],
  ['+1 555 01', 'bad'],
  ['+44 7700 900 461', 'good'],
  ['+44 7700 900 128', 'repeated'],
  ['+1 312 555 0116', 'good'],
  ['+61 491 570 158', 'good'],
  ['+44 7700 900 733', 'good'],
  ['+1 202 555', 'bad'],
  ['+1 415 555 0172', 'good'],
  ['+61 491 570 156', 'repeated'],
  ['+44 7700 900 982', 'good'],
  ['+1 646 555 0139', 'good'],
  ['+61 491 570', 'bad'],
  ['+44 7700 900 214', 'good'],
];

/** Illustration next to the form: a list being cleaned. */
export function SiftedNumbers() {
  const { t } = useTranslation();
  return (
    <aside className={classes.show} aria-label={t('auth.what_it_does')}>
      <div className={classes.showText}>
        <p className={classes.claim}>{t('auth.claim')}</p>
        <p className={classes.claimMore}>{t('auth.claim_more')}</p>
      </div>
      <ol className={classes.numbers} aria-hidden>
        {NUMBERS.map(([number, verdict], index) => (
          // The list is constant and contains duplicates.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} data-verdict={verdict}>
            <span>{number}</span>
            <em>{t(`auth.verdicts.${verdict}`)}</em>
          </li>
        ))}
      </ol>
    </aside>
  );
}
