import { Button } from '@mantine/core';
import { IconDownload, IconUserPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OneTimePassword } from '@/components/copy/one-time-password';
import { OneTimeSecret } from '@/components/copy/one-time-secret';
import { DataTable } from '@/components/data-table/data-table';
import { useList } from '@/components/data-table/use-list';
import { PageHeader } from '@/components/page/page-header';
import { useLanguage } from '@/lib/i18n/use-language';
import { useTitle } from '@/lib/i18n/use-title';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { formatMoment } from '@/lib/time';
import { listUsers } from './api/list-users';
import { USER_DETAIL_KEY } from './api/user-detail';
import { type Reset, ResetPasswordDialog } from './reset-password-dialog';
import { UserBulkActions } from './user-bulk-actions';
import { useUserColumns } from './user-columns';
import { UserCreateDialog } from './user-create-dialog';
import { UserDrawer } from './user-drawer';
import { UserEditor } from './user-editor';
import { UserFilters } from './user-filters';
import { type RowHandlers, useRowActions } from './user-row-menu';
import { useUserActions } from './use-user-actions';

const LIST = {
  key: 'user/list',
  rules: {
    defaultSize: 20,
    sizes: [20, 50, 100],
    sortable: ['uid', 'username', 'account_type', 'created_at', 'last_login_at'],
    filters: ['search', 'account_type', 'role', 'enabled', 'inviter'],
  },
  fetch: listUsers,
};

type Open =
  | { kind: 'create' }
  | { kind: 'detail'; uid: number }
  | { kind: 'edit'; uid: number }
  | { kind: 'reset'; uid: number; username: string }
  | { kind: 'link'; username: string; link: string; until: number }
  | { kind: 'password'; title: string; username: string; password: string };

export default function UserListPage() {
  const { t } = useTranslation();
  const language = useLanguage();
  const title = useTitle()('user_management');
  const may = useHasPermission();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<Open | null>(null);
  const actions = useUserActions();
  const hasRowActions = useRowActions();
  const mayBulk = may('user/edit') || may('user/endSession');
  const list = useList(LIST, { title: t('users.empty'), hint: t('users.empty_hint') });
  const close = (): void => setOpen(null);

  const handlers: RowHandlers = {
    onEdit: ({ uid }) => setOpen({ kind: 'edit', uid }),
    onReset: ({ uid, username }) => setOpen({ kind: 'reset', uid, username }),
    onEndSession: ({ uid }) => void actions.endSession([uid]),
    onSetEnabled: ({ uid }, enabled) => void actions.setEnabled([uid], enabled),
    onSwitch: (row) => void actions.switchToAccount(row),
  };
  const columns = useUserColumns({
    onOpen: ({ uid }) => setOpen({ kind: 'detail', uid }),
    handlers: hasRowActions ? handlers : null,
  });

  function created({ username, password }: { username: string; password: string }): void {
    setOpen({
      kind: 'password',
      title: t('user_admin.created_title', { name: username }),
      username,
      password,
    });
    void list.refresh();
  }

  function reset(done: Reset): void {
    const { username } = done;
    if (done.way === 'link') {
      setOpen({ kind: 'link', username, link: done.link, until: done.until });
      return;
    }
    const { password } = done;
    setOpen({ kind: 'password', title: t('user_admin.reset_done', { name: username }), username, password });
    void list.refresh();
    void queryClient.invalidateQueries({ queryKey: [USER_DETAIL_KEY] });
  }

  return (
    <>
      <PageHeader
        title={title}
        description={t('users.description')}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconDownload size={16} stroke={1.6} />}
              loading={actions.busy}
              onClick={() => void actions.exportAll(list.state)}
            >
              {t('form.export')}
            </Button>
            {may('user/create') ? (
              <Button
                leftSection={<IconUserPlus size={16} stroke={1.6} />}
                onClick={() => setOpen({ kind: 'create' })}
              >
                {t('user_admin.create')}
              </Button>
            ) : null}
          </>
        }
      />
      <DataTable
        name="users"
        label={title}
        columns={columns}
        rowKey={(row) => row.uid}
        {...list.table}
        filters={<UserFilters state={list.state} onChange={list.change} />}
        {...(mayBulk
          ? {
              selection: {
                selected: list.selected,
                onChange: list.select,
                actions: (
                  <UserBulkActions selected={list.selected} onChange={list.select} actions={actions} />
                ),
              },
            }
          : {})}
      />
      {open?.kind === 'create' ? <UserCreateDialog onCreated={created} onClose={close} /> : null}
      {open?.kind === 'detail' ? <UserDrawer uid={open.uid} handlers={handlers} onClose={close} /> : null}
      {open?.kind === 'edit' ? <UserEditor uid={open.uid} onClose={close} /> : null}
      {open?.kind === 'reset' ? <ResetPasswordDialog {...open} onReset={reset} onClose={close} /> : null}
      {open?.kind === 'link' ? (
        <OneTimeSecret
          title={t('user_admin.link_made', { name: open.username })}
          label={t('user_admin.link_label')}
          secret={open.link}
          hint={t('user_admin.link_hint', { until: formatMoment(open.until, language) })}
          testId="password-link"
          onClose={close}
        />
      ) : null}
      {open?.kind === 'password' ? <OneTimePassword {...open} onClose={close} /> : null}
    </>
  );
}
