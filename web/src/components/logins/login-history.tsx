import { Badge, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/lib/i18n/use-language';
import { formatMoment } from '@/lib/time';
import { deviceName, endingOf, type Login } from './login';
import classes from './logins.module.css';

export function LoginHistory({ logins }: { logins: readonly Login[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (logins.length === 0) return <Text c="dimmed">{t('logins.none')}</Text>;
  return (
    <ul className={classes.list}>
      {logins.map((login) => {
        const ending = endingOf(login.ended);
        return (
          <li key={`${login.at}-${login.ip}-${login.ended}`} className={classes.row}>
            <div className={classes.who}>
              <span className="ns-numeric">{formatMoment(login.at, language)}</span>
              <span className={classes.where} title={login.user_agent}>
                {login.ip} · {deviceName(login.user_agent) ?? t('logins.unknown_device')}
              </span>
            </div>
            <Badge variant="light" color={ending === 'open' ? 'teal' : 'gray'} tt="none" fw={500}>
              {t(`logins.ended.${ending}`)}
            </Badge>
          </li>
        );
      })}
    </ul>
  );
}
