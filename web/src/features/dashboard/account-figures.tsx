import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/lib/i18n/use-language';
import { formatPoints } from '@/lib/money';
import { requestFromShell } from '@/lib/page-requests';
import { showsQuotaTopUp, showsTopUp } from '@/lib/session/account';
import type { UserInfo } from '@/lib/session/session-store';
import { Figure } from './figure';
import { figuresFor } from './figures';
import classes from './dashboard.module.css';

/** The amounts that the account's type can see. */
export function AccountFigures({ user }: { user: UserInfo }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const topUp = showsTopUp(user) ? 'points' : showsQuotaTopUp(user) ? 'quota' : null;
  const figures = figuresFor(user);
  if (figures.length === 0) return null;
  return (
    <dl className={classes.figures}>
      {figures.map(({ name, amount }) => (
        <Figure key={name} name={t(`dashboard.figures.${name}`)} leads={name === 'balance'}>
          {formatPoints(amount, user.ud, language)}
          {name === 'balance' && topUp ? (
            <Button
              className={classes.topUp}
              size="compact-sm"
              onClick={() => requestFromShell({ kind: 'top_up', what: topUp })}
            >
              {t(topUp === 'points' ? 'shell.top_up' : 'shell.top_up_quota')}
            </Button>
          ) : null}
        </Figure>
      ))}
    </dl>
  );
}
