/** Actions of user management, with confirmation and toast. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { askConfirmation } from '@/components/confirm/ask-confirmation';
import { confirmLosingInput } from '@/components/confirm/confirm-losing-input';
import { BULK_LIMIT } from '@/config/constants';
import { paths } from '@/config/paths';
import { download } from '@/lib/download';
import type { TableState } from '@/components/data-table/table-state';
import { switchToAccount } from '@/lib/session/switching';
import { toast } from '@/lib/toast';
import { endSessions, exportUsers, setUsersEnabled } from './api/user-actions';
import { USER_DETAIL_KEY } from './api/user-detail';

export interface Named {
  uid: number;
  username: string;
}

export interface UserActions {
  busy: boolean;
  /** Both return whether anything changed. */
  setEnabled: (uids: readonly number[], enabled: boolean) => Promise<boolean>;
  endSession: (uids: readonly number[]) => Promise<boolean>;
  switchToAccount: (user: Named) => Promise<void>;
  exportAll: (state: TableState) => Promise<void>;
}

export function useUserActions(): UserActions {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);

  async function refreshUsers(): Promise<void> {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['user/list'] }),
      queryClient.invalidateQueries({ queryKey: [USER_DETAIL_KEY] }),
    ]);
  }

  /** Runs one action at a time and shows errors instead of throwing. */
  async function run<Result>(work: () => Promise<Result>): Promise<Result | null> {
    setBusy(true);
    try {
      return await work();
    } catch (reason) {
      toast.failure(reason);
      return null;
    } finally {
      setBusy(false);
    }
  }

  function fits(uids: readonly number[]): boolean {
    if (uids.length <= BULK_LIMIT) return true;
    toast.warning(t('user_admin.too_many', { count: BULK_LIMIT }));
    return false;
  }

  return {
    busy,
    setEnabled: async (uids, enabled) => {
      if (!fits(uids)) return false;
      const sure =
        enabled ||
        (await askConfirmation({
          title: t('user_admin.disable_title', { count: uids.length }),
          text: t('user_admin.disable_text'),
          confirmLabel: t('user_admin.disable'),
          danger: true,
        }));
      if (!sure) return false;
      const answer = await run(() => setUsersEnabled(uids, enabled));
      if (!answer) return false;
      if (answer.changed > 0) toast.success(t('user_admin.changed', { count: answer.changed }));
      for (const { uid, msg } of answer.refused) toast.error(t('user_admin.refused_one', { uid, msg }));
      await refreshUsers();
      return true;
    },
    endSession: async (uids) => {
      if (!fits(uids)) return false;
      const sure = await askConfirmation({
        title: t('user_admin.end_title', { count: uids.length }),
        text: t('user_admin.end_text'),
        confirmLabel: t('user_admin.end_session'),
        danger: true,
      });
      if (!sure) return false;
      const ended = await run(() => endSessions(uids));
      if (ended === null) return false;
      toast.success(t('user_admin.ended', { count: ended }));
      await refreshUsers();
      return true;
    },
    switchToAccount: async (user) => {
      const sure = await askConfirmation({
        title: t('user_admin.switch_title', { name: user.username }),
        text: t('user_admin.switch_text'),
        confirmLabel: t('user_admin.switch'),
      });
      if (!sure || !(await confirmLosingInput(t))) return;
      await run(async () => {
        await switchToAccount(user);
        await navigate(paths.root, { replace: true });
      });
    },
    exportAll: async (state) => {
      const url = await run(() => exportUsers(state));
      if (url !== null) download(url);
    },
  };
}
