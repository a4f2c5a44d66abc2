import { Anchor, Badge, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SectionCard } from '@/components/page/section-card';
import { paths } from '@/config/paths';
import { oneOf } from '@/lib/filter-values';
import { useLanguage } from '@/lib/i18n/use-language';
import type { Dashboard } from '@/lib/screening/types';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { formatMoment } from '@/lib/time';
import classes from './dashboard.module.css';

type Channels = NonNullable<Dashboard['operator']>['channels'];

const COLORS = { none: 'gray', closed: 'teal', open: 'red', half_open: 'yellow' } as const;
const FAILING = { degraded: 'yellow', down: 'red', refused: 'red', expired: 'red' } as const;
const SHOWN = 8;

/** Channel health for staff, problems first. */
export function ChannelHealth({ channels }: { channels: Channels }) {
  const { t } = useTranslation();
  const may = useHasPermission();
  const percent = new Intl.NumberFormat(useLanguage(), { style: 'percent', maximumFractionDigits: 1 });
  const trouble = ({ enabled, breaker, condition, success_rate: rate }: Channels[number]): number => {
    if (condition !== 'working') return 3;
    if (!enabled) return -1;
    return breaker === 'closed' || breaker === '' ? 1 - (rate ?? 1) : 2;
  };
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
            <span className={classes.channelName} title={channel.name}>
              {channel.name}
            </span>
            <span className={classes.channelState}>
              <span className="ns-numeric">
                {channel.success_rate === null ? nothingYet(channel) : percent.format(channel.success_rate)}
              </span>
              <ChannelBadge channel={channel} />
            </span>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}

/** The badge of a channel that fails needs the place. */
const nothingYet = ({ condition }: Channels[number]): string => (condition === 'working' ? '—' : '');

function ChannelBadge({ channel }: { channel: Channels[number] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { condition, enabled, since } = channel;
  const shared = { variant: 'dot', tt: 'none', fw: 500 } as const;
  if (condition !== 'working') {
    return (
      <Badge {...shared} color={FAILING[condition]}>
        {t('dashboard.failing_since', {
          condition: t(`dashboard.conditions.${condition}`),
          since: formatMoment(since, language) ?? '—',
        })}
      </Badge>
    );
  }
  return (
    <Badge {...shared} color={enabled ? COLORS[healthOf(channel)] : 'gray'}>
      {enabled ? t(`dashboard.breakers.${healthOf(channel)}`) : t('dashboard.channel_off')}
    </Badge>
  );
}

/** A channel without requests has no health. */
function healthOf({ breaker, success_rate: rate }: Channels[number]): keyof typeof COLORS {
  return oneOf(['open', 'half_open'], breaker) ?? (rate === null ? 'none' : 'closed');
}
