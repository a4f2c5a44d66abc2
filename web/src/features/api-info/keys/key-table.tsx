import { ActionIcon, Anchor, Badge, Menu, Text } from '@mantine/core';
import { IconDots, IconEdit, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Column } from '@/components/data-table/column';
import { PlainTable } from '@/components/plain-table/plain-table';
import { agoText } from '@/lib/i18n/ago-text';
import { useLanguage } from '@/lib/i18n/use-language';
import { formatMoment, timeAgo } from '@/lib/time';
import type { ApiKey } from '../api/api-info';
import classes from '../api-info.module.css';

const ICON = { size: 16, stroke: 1.6 } as const;
const COLORS = { active: 'teal', expired: 'yellow', revoked: 'gray' } as const;

interface Handlers {
  onEdit: (key: ApiKey) => void;
  onRotate: (key: ApiKey) => void;
  onRevoke: (key: ApiKey) => void;
}

interface Dated {
  row: ApiKey;
  nowSeconds: number;
}

interface Props extends Handlers {
  onRequests: (key: ApiKey) => void;
  keys: readonly ApiKey[];
  nowSeconds: number;
  locked: boolean;
}

export function KeyTable({ keys, ...rest }: Props) {
  const { t } = useTranslation();
  return (
    <PlainTable
      label={t('api_info.tabs.keys')}
      columns={useKeyColumns(rest)}
      rows={keys}
      rowKey={({ id }) => id}
    />
  );
}

function useKeyColumns({
  nowSeconds,
  locked,
  onRequests,
  ...handlers
}: Omit<Props, 'keys'>): readonly Column<ApiKey>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  return [
    {
      id: 'name',
      title: t('api_info.keys.name'),
      fixed: true,
      cell: ({ name, prefix }) => (
        <span className={classes.keyName}>
          <b>{name}</b>
          <span className={classes.prefix}>{prefix}…</span>
        </span>
      ),
    },
    {
      id: 'state',
      title: t('api_info.keys.state'),
      cell: (row) => <KeyState row={row} nowSeconds={nowSeconds} />,
    },
    {
      id: 'scopes',
      title: t('api_info.keys.scopes'),
      cell: ({ scopes }) => (
        <span className={classes.badges}>
          {scopes.map((scope) => (
            <Badge key={scope} variant="default" tt="none" fw={500}>
              {scope}
            </Badge>
          ))}
        </span>
      ),
    },
    {
      id: 'ips',
      title: t('api_info.keys.ips'),
      cell: ({ ips }) =>
        ips.length === 0 ? (
          <Text c="dimmed">{t('api_info.keys.any_address')}</Text>
        ) : (
          <span className={classes.ranges}>{ips.join('\n')}</span>
        ),
    },
    {
      id: 'last_use',
      title: t('api_info.keys.last_use'),
      cell: (row) => <LastUse row={row} nowSeconds={nowSeconds} onRequests={onRequests} />,
    },
    {
      id: 'expires',
      title: t('api_info.keys.expires'),
      cell: ({ expires_at }) => (
        <span className={classes.moment}>
          {formatMoment(expires_at, language) ?? t('api_info.keys.never')}
        </span>
      ),
    },
    {
      id: 'actions',
      title: t('form.actions'),
      cell: (row) => (row.state === 'revoked' ? null : <RowMenu row={row} locked={locked} {...handlers} />),
    },
  ];
}

function KeyState({ row, nowSeconds }: Dated) {
  const { t } = useTranslation();
  const language = useLanguage();
  const overlapping = row.state === 'active' && (row.rotated_until ?? 0) > nowSeconds;
  return (
    <span className={classes.moment}>
      <Badge variant="dot" color={COLORS[row.state]} tt="none" fw={500}>
        {t(`api_info.keys.states.${row.state}`)}
      </Badge>
      {overlapping ? (
        <small>{t('api_info.keys.old_until', { moment: formatMoment(row.rotated_until, language) })}</small>
      ) : null}
      {row.revoked_at ? <small>{formatMoment(row.revoked_at, language)}</small> : null}
    </span>
  );
}

function LastUse({ row, nowSeconds, onRequests }: Dated & Pick<Props, 'onRequests'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!row.last_used_at) return <Text c="dimmed">{t('api_info.keys.never_used')}</Text>;
  const moment = formatMoment(row.last_used_at, language);
  const ago = agoText(timeAgo(row.last_used_at, nowSeconds), t);
  return (
    <span className={classes.moment} title={moment ?? undefined}>
      {ago ?? moment}
      {row.last_used_ip ? <small>{row.last_used_ip}</small> : null}
      <Anchor
        component="button"
        type="button"
        size="sm"
        ta="start"
        aria-label={t('api_info.requests.open_for', { name: row.name })}
        onClick={() => onRequests(row)}
      >
        {t('api_info.requests.open')}
      </Anchor>
    </span>
  );
}

function RowMenu({ row, locked, onEdit, onRotate, onRevoke }: Handlers & { row: ApiKey; locked: boolean }) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          disabled={locked}
          aria-label={t('form.actions_for', { name: row.name })}
        >
          <IconDots {...ICON} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconEdit {...ICON} />} onClick={() => onEdit(row)}>
          {t('form.edit')}
        </Menu.Item>
        <Menu.Item leftSection={<IconRefresh {...ICON} />} onClick={() => onRotate(row)}>
          {t('api_info.keys.rotate')}
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash {...ICON} />} onClick={() => onRevoke(row)}>
          {t('api_info.keys.revoke')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
