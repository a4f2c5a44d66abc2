import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/lib/i18n/use-language';
import { formatPoints } from '@/lib/money';
import { heldOf, showsBalance, showsCredit } from '@/lib/session/account';
import { useSessionStore } from '@/lib/session/session-store';
import classes from './navbar.module.css';

/** The balance, for credit customers the remaining quota, and what is held for running tasks. */
export function AccountFunds() {
  const { t } = useTranslation();
  const language = useLanguage();
  const user = useSessionStore((session) => session.user);
  if (!user || !showsBalance(user)) return null;
  return (
    <dl className={classes.funds}>
      <div>
        <dt>{t('shell.balance')}</dt>
        <dd className="ns-numeric">{formatPoints(user.balance, user.ud, language)}</dd>
      </div>
      {showsCredit(user) ? (
        <div>
          <dt>{t('shell.credit')}</dt>
          <dd className="ns-numeric">{formatPoints(user.credit, user.ud, language)}</dd>
        </div>
      ) : null}
      {heldOf(user) > 0 ? (
        <div title={t('shell.held_hint')}>
          <dt>{t('shell.held')}</dt>
          <dd className="ns-numeric">{formatPoints(heldOf(user), user.ud, language)}</dd>
        </div>
      ) : null}
    </dl>
  );
}
