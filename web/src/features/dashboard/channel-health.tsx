import { Anchor, Badge, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SectionCard } from '@/components/page/section-card';
import { paths } from '@/config/paths';
import { useLanguage } from '@/lib/i18n/use-language';
import type { Dashboard } from '@/lib/screening/types';
import { useHasPermission } from '@/lib/session/use-has-permission';
import classes from './dashboard.module.css';

type Channels = NonNullable<Dashboard['operator']>['channels'];

const COLORS = { none: 'gray', closed: 'teal', open: 'red', half_open: 'yellow' } as const;
const SHOWN = 8;

/** Channel health for staff, problems first. */
export function ChannelHealth({ channels }: { channels: Channels }) {
  const { t } = useTranslation();
  const may = useHasPermission();
  const percent = new Intl.NumberFormat(useLanguage(), { style: 'percent', maximumFractionDigits: 1 });
  const trouble = ({ enabled, breaker, success_rate: rate }: Channels[number]): number =>
    enabled ? (breaker === 'closed' || breaker === '' ? 1 - (rate ?? 1) : 2) : -1;
  const shown = channels.toSorted((a, b) => trouble(b) - trouble(a)).slice(0, SHOWN);
  return (
    <SectionCard
      title={t('dashboard.channels')}
      aside={
        may('channel/list') ? (
          <Anchor component={Link} to={paths.channels} fz="sm">
            {t('menu.api_channel_config')}
          </Anchor>
        ) : null
      }
    >
      {shown.length === 0 ? <Text c="dimmed">{t('dashboard.no_channels')}</Text> : null}
      <ul className={classes.channels}>
        {shown.map((channel) => (
          <li key={channel.name}>
            <span className={classes.channelName}>{channel.name}</span>
            <span className="ns-numeric">
              {channel.success_rate === null ? '—' : percent.format(channel.success_rate)}
            </span>
            <Badge
              variant="dot"
              color={channel.enabled ? COLORS[healthOf(channel)] : 'gray'}
              tt="none"
              fw={500}
              miw="max-content"
            >
              {channel.enabled ? t(`dashboard.breakers.${healthOf(channel)}`) : t('dashboard.channel_off')}
            </Badge>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}

/** A channel without requests has no health. */
function healthOf({ breaker, success_rate: rate }: Channels[number]): keyof typeof COLORS {
  return breaker && breaker !== 'closed' ? breaker : rate === null ? 'none' : 'closed';
}
