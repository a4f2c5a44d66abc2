import { useTranslation } from 'react-i18next';
import { Fact, Facts } from '@/components/facts/facts';
import { SectionCard } from '@/components/page/section-card';
import { useLanguage } from '@/lib/i18n/use-language';
import type { ChannelView } from '@/lib/screening/types';
import { usePoints } from '@/lib/screening/use-points';
import { formatMoment } from '@/lib/time';
import { BreakerBadge } from './breaker-badge';

export function HealthCard({ channel: { health } }: { channel: ChannelView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const points = usePoints();
  const whole = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <SectionCard title={t('channels.health')}>
      <Facts>
        <Fact label={t('channels.success_rate')}>
          {health.success_rate === null ? '—' : percent.format(health.success_rate)}
        </Fact>
        <Fact label={t('channels.latency')}>
          {health.p50_ms !== null && health.p95_ms !== null
            ? t('channels.ms_pair', { p50: whole.format(health.p50_ms), p95: whole.format(health.p95_ms) })
            : '—'}
        </Fact>
        <Fact label={t('channels.breaker')}>
          <BreakerBadge breaker={health.breaker} />
        </Fact>
        <Fact label={t('channels.requests')}>{whole.format(health.requests)}</Fact>
        <Fact label={t('channels.items_today')}>{whole.format(health.items_today)}</Fact>
        <Fact label={t('channels.spend_today')}>{points.sum(health.spend_today)}</Fact>
        <Fact label={t('channels.nodes')}>{whole.format(health.nodes)}</Fact>
        {health.last_error ? (
          <Fact label={t('channels.last_error')}>
            {health.last_error} {formatMoment(health.last_error_at, language)}
          </Fact>
        ) : null}
      </Facts>
    </SectionCard>
  );
}
