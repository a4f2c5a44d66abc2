import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/lib/i18n/use-language';
import { formatPoints } from '@/lib/money';
import type { UserInfo } from '@/lib/session/session-store';
import { Figure } from './figure';
import { figuresFor } from './figures';
import classes from './dashboard.module.css';

/** The amounts that the account's type can see. */
export function AccountFigures({ user }: { user: UserInfo }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <dl className={classes.figures}>
      {figuresFor(user).map(({ name, amount }) => (
        <Figure key={name} name={t(`dashboard.figures.${name}`)}>
          {formatPoints(amount, user.ud, language)}
        </Figure>
      ))}
    </dl>
  );
}
