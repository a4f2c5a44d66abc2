import { useTranslation } from 'react-i18next';
import { Fact, Facts } from '@/components/facts/facts';
import { useLanguage } from '@/lib/i18n/use-language';
import { formatMoment } from '@/lib/time';
import { deviceName, type SessionFacts } from './login';

export function SessionFactsList({ session }: { session: SessionFacts }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Facts>
      <Fact label={t('logins.began')}>{formatMoment(session.created_at, language)}</Fact>
      <Fact label={t('logins.last_seen')}>{formatMoment(session.last_seen_at, language)}</Fact>
      <Fact label={t('logins.ip')}>{session.ip}</Fact>
      <Fact label={t('logins.device')}>
        <span title={session.user_agent}>{deviceName(session.user_agent) ?? t('logins.unknown_device')}</span>
      </Fact>
    </Facts>
  );
}
