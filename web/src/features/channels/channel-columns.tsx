import { ActionIcon, Badge, Group, Menu, Switch, Text, UnstyledButton } from '@mantine/core';
import { IconCopy, IconDots, IconEdit, IconFileExport, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { TruncatedText } from '@/components/data-table/truncated-text';
import type { Column } from '@/components/data-table/column';
import { downloadText } from '@/lib/download';
import { joinNames } from '@/lib/i18n/phrases';
import { useLanguage } from '@/lib/i18n/use-language';
import type { ChannelView } from '@/lib/screening/types';
import { usePoints } from '@/lib/screening/use-points';
import { BreakerBadge } from './breaker-badge';
import { useProjectNames } from './use-project-names';
import classes from './channels.module.css';

interface Options {
  mayEdit: boolean;
  /** The channel that is being enabled or disabled. */
  busy: string | null;
  onEdit: (channel: ChannelView) => void;
  onEnable: (channel: ChannelView, enabled: boolean) => void;
  onCopy: (channel: ChannelView) => void;
  onRemove: (channel: ChannelView) => void;
}

const ICON = { size: 16, stroke: 1.6 } as const;
const REASONS = ['no_contract', 'expired', 'disabled', 'faulty'] as const;
/** Rates below this are highlighted. */
const POOR_RATE = 0.9;

export function useChannelColumns(options: Options): readonly Column<ChannelView>[] {
  const { mayEdit, busy, onEdit, onEnable } = options;
  const { t } = useTranslation();
  const language = useLanguage();
  const projectName = useProjectNames();
  const points = usePoints();
  const whole = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  return [
    {
      id: 'name',
      title: t('channels.name'),
      fixed: true,
      cell: (channel) => (
        <UnstyledButton className={classes.name} onClick={() => onEdit(channel)}>
          {channel.name}
        </UnstyledButton>
      ),
    },
    {
      id: 'enabled',
      title: t('channels.enabled'),
      cell: (channel) => (
        <Switch
          size="sm"
          checked={channel.enabled}
          disabled={!mayEdit || busy === channel.name}
          aria-label={t('channels.enable_of', { name: channel.name })}
          onChange={(event) => onEnable(channel, event.currentTarget.checked)}
        />
      ),
    },
    { id: 'state', title: t('channels.state'), cell: (channel) => <UsableBadge channel={channel} /> },
    { id: 'priority', title: t('channels.priority'), numeric: true, cell: ({ priority }) => priority },
    {
      id: 'checks',
      title: t('channels.checks'),
      cell: ({ config }) => (
        <TruncatedText text={joinNames(language, (config.checks ?? []).map(projectName)) || '—'} />
      ),
    },
    {
      id: 'success_rate',
      title: t('channels.success_rate'),
      numeric: true,
      cell: ({ health }) =>
        health.success_rate === null ? (
          '—'
        ) : (
          <Text span inherit {...(health.success_rate < POOR_RATE ? { c: 'red' } : {})}>
            {percent.format(health.success_rate)}
          </Text>
        ),
    },
    {
      id: 'latency',
      title: t('channels.latency'),
      optional: true,
      numeric: true,
      cell: ({ health }) =>
        health.p50_ms !== null && health.p95_ms !== null
          ? t('channels.ms_pair', { p50: whole.format(health.p50_ms), p95: whole.format(health.p95_ms) })
          : '—',
    },
    {
      id: 'breaker',
      title: t('channels.breaker'),
      cell: ({ health }) => <BreakerBadge breaker={health.breaker} />,
    },
    {
      id: 'spend_today',
      title: t('channels.spend_today'),
      numeric: true,
      cell: ({ health }) => points.sum(health.spend_today),
    },
    {
      id: 'last_error',
      title: t('channels.last_error'),
      cell: ({ health }) => (health.last_error ? <TruncatedText text={health.last_error} /> : '—'),
    },
    {
      id: 'actions',
      title: t('form.actions'),
      fixed: true,
      cell: (channel) => <RowMenu channel={channel} {...options} />,
    },
  ];
}

function UsableBadge({ channel }: { channel: ChannelView }) {
  const { t } = useTranslation();
  const reason = REASONS.find((known) => known === channel.unusable);
  const text = channel.usable ? t('channels.states.usable') : t(`channels.states.${reason ?? 'off'}`);
  const quiet = channel.usable || channel.unusable === 'disabled';
  return (
    <Badge
      variant="dot"
      color={channel.usable ? 'teal' : quiet ? 'gray' : 'orange'}
      tt="none"
      fw={500}
      {...(channel.disabled_reason
        ? { title: t('channels.save_disabled', { reason: channel.disabled_reason }) }
        : {})}
    >
      {text}
    </Badge>
  );
}

function RowMenu({ channel, mayEdit, onEdit, onCopy, onRemove }: Options & { channel: ChannelView }) {
  const { t } = useTranslation();
  return (
    <Group justify="flex-end" gap={0}>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('form.actions_for', { name: channel.name })}
          >
            <IconDots {...ICON} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconEdit {...ICON} />} onClick={() => onEdit(channel)}>
            {t('form.edit')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconFileExport {...ICON} />}
            onClick={() => downloadText(`${channel.name}.yaml`, channel.yaml)}
          >
            {t('channels.export')}
          </Menu.Item>
          {mayEdit ? (
            <>
              <Menu.Item leftSection={<IconCopy {...ICON} />} onClick={() => onCopy(channel)}>
                {t('channels.copy')}
              </Menu.Item>
              <Menu.Item color="red" leftSection={<IconTrash {...ICON} />} onClick={() => onRemove(channel)}>
                {t('form.delete')}
              </Menu.Item>
            </>
          ) : null}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
