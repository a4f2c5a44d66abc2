import { Badge, Button, Code, Group, Switch } from '@mantine/core';
import { IconLink, IconPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyAction } from '@/components/copy/copy-action';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { SearchFilter } from '@/components/data-table/search-filter';
import { useList } from '@/components/data-table/use-list';
import { PageHeader } from '@/components/page/page-header';
import { inviteLink } from '@/lib/invite-link';
import { useLanguage } from '@/lib/i18n/use-language';
import { useTitle } from '@/lib/i18n/use-title';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { formatMoment } from '@/lib/time';
import { type Invite, INVITES_KEY, listInvites, setInviteEnabled } from './api/invites';
import { InviteCreateDialog } from './invite-create-dialog';
import { inviteState } from './invite-form';

const LIST = {
  key: INVITES_KEY,
  rules: { defaultSize: 20, sizes: [20, 50, 100], sortable: [], filters: ['search'] },
  fetch: listInvites,
};

export default function InviteListPage() {
  const { t } = useTranslation();
  const title = useTitle()('invite_codes');
  const mayEdit = useHasPermission()('invite/edit');
  const [creating, setCreating] = useState(false);
  const list = useList(LIST, { title: t('invites.empty'), hint: t('invites.empty_hint') });
  const setEnabled = useMutation({
    mutationFn: ({ code, enabled }: Pick<Invite, 'code' | 'enabled'>) => setInviteEnabled(code, enabled),
    onSettled: () => list.refresh(),
  });
  const columns = useInviteColumns(
    mayEdit ? (invite, enabled) => setEnabled.mutate({ code: invite.code, enabled }) : null,
  );
  return (
    <>
      <PageHeader
        title={title}
        description={t('invites.description')}
        actions={
          mayEdit ? (
            <Button leftSection={<IconPlus size={16} stroke={1.6} />} onClick={() => setCreating(true)}>
              {t('invites.new')}
            </Button>
          ) : null
        }
      />
      <DataTable
        name="invites"
        label={title}
        columns={columns}
        rowKey={({ code }) => code}
        {...list.table}
        filters={<SearchFilter label={t('invites.search')} state={list.state} onChange={list.change} />}
      />
      {creating ? (
        <InviteCreateDialog
          onCreated={() => {
            setCreating(false);
            void list.refresh();
          }}
          onClose={() => setCreating(false)}
        />
      ) : null}
    </>
  );
}

type SetEnabled = (invite: Invite, enabled: boolean) => void;

function useInviteColumns(onSetEnabled: SetEnabled | null): readonly Column<Invite>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const count = new Intl.NumberFormat(language);
  return [
    {
      id: 'code',
      title: t('invites.code'),
      fixed: true,
      cell: ({ code }) => (
        <Group gap={6} wrap="nowrap">
          <Code>{code}</Code>
          <CopyAction value={code} label={t('invites.copy_code')} />
          <CopyAction
            value={inviteLink(window.location.origin, code)}
            label={t('invites.copy_link')}
            icon={<IconLink size={16} stroke={1.6} />}
          />
        </Group>
      ),
    },
    { id: 'note', title: t('invites.note'), cell: ({ note }) => note || '—' },
    {
      id: 'uses',
      title: t('invites.uses'),
      numeric: true,
      cell: ({ used, max_uses }) =>
        t('invites.used_of', { used: count.format(used), max: count.format(max_uses) }),
    },
    {
      id: 'state',
      title: t('invites.state'),
      cell: (invite) => {
        const now = inviteState(invite, Date.now() / 1000);
        return (
          <Badge variant="dot" color={now === 'active' ? 'teal' : 'gray'} tt="none" fw={500}>
            {t(`invites.${now}`)}
          </Badge>
        );
      },
    },
    {
      id: 'expires_at',
      title: t('invites.expires_at'),
      cell: ({ expires_at }) => formatMoment(expires_at, language) ?? t('invites.never'),
    },
    { id: 'created_by', title: t('invites.created_by'), cell: ({ created_by_name }) => created_by_name },
    {
      id: 'created_at',
      title: t('invites.created_at'),
      cell: ({ created_at }) => formatMoment(created_at, language),
    },
    ...(onSetEnabled
      ? [
          {
            id: 'actions',
            title: t('form.actions'),
            fixed: true,
            cell: (invite: Invite) => (
              <Switch
                aria-label={t('invites.enable', { code: invite.code })}
                checked={invite.enabled}
                onChange={(event) => onSetEnabled(invite, event.currentTarget.checked)}
              />
            ),
          },
        ]
      : []),
  ];
}
