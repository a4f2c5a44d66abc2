/** What the price card and the review both say about a quote. */
import { Alert, Button, Text } from '@mantine/core';
import { IconCoins, IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useDurationText } from '@/lib/i18n/use-duration-text';
import { useLanguage } from '@/lib/i18n/use-language';
import { requestFromShell } from '@/lib/page-requests';
import type { Quote } from '@/lib/screening/types';
import { usePoints } from '@/lib/screening/use-points';
import { showsQuotaTopUp, showsTopUp } from '@/lib/session/account';
import { useSessionStore } from '@/lib/session/session-store';

/** Rows of a `dl`: how long the task takes and how long its results are kept. */
export function TimeRows({ quote }: { quote: Quote }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const duration = useDurationText();
  return (
    <>
      {quote.seconds === null ? null : (
        <div>
          <dt>{t('screening.price.duration')}</dt>
          <dd>{t('screening.price.about_time', { time: duration(quote.seconds) })}</dd>
        </div>
      )}
      <div>
        <dt>{t('screening.price.retention')}</dt>
        <dd>
          {t('screening.price.retention_days', {
            days: new Intl.NumberFormat(language).format(quote.retention_days),
            count: quote.retention_days,
          })}
        </dd>
      </div>
    </>
  );
}

/** What keeps the task from starting. */
export function Obstacles({ quote }: { quote: Quote }) {
  const { t } = useTranslation();
  return (
    <>
      {quote.missing > 0 ? <Missing missing={quote.missing} /> : null}
      {quote.checks
        .filter(({ usable }) => !usable)
        .map(({ project, name, reason }) => (
          <Alert
            key={project}
            mt="md"
            color="yellow"
            icon={<IconPlugConnectedX size={18} stroke={1.6} />}
            title={t('screening.price.unusable', { name })}
          >
            {t(reason === 'generated' ? 'screening.generated_hint' : 'screening.no_channel_hint')}
          </Alert>
        ))}
    </>
  );
}

function Missing({ missing }: { missing: number }) {
  const { t } = useTranslation();
  const points = usePoints();
  const user = useSessionStore((session) => session.user);
  const what = user && showsQuotaTopUp(user) ? 'quota' : user && showsTopUp(user) ? 'points' : null;
  return (
    <Alert
      mt="md"
      role="alert"
      color="yellow"
      icon={<IconCoins size={18} stroke={1.6} />}
      title={t('screening.price.missing', { points: points.exact(missing) })}
    >
      <Text>{what ? t('screening.price.missing_hint') : t('screening.price.missing_ask')}</Text>
      {what ? (
        <Button mt="sm" onClick={() => requestFromShell({ kind: 'top_up', what, missing })}>
          {t('screening.price.top_up')}
        </Button>
      ) : null}
    </Alert>
  );
}
