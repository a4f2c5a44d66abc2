import { Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Dialog } from '@/components/dialog/dialog';
import { confirmLosingInput } from '@/components/confirm/confirm-losing-input';
import { PASSWORD_DIALOG_WIDTH_PX } from '@/config/constants';
import { paths } from '@/config/paths';
import { call } from '@/lib/api/client';
import { ApiError } from '@/lib/api/envelope';
import { leaveEndedSession } from '@/lib/session/session';
import { toast } from '@/lib/toast';
import { forgetUnsaved, useUnsavedInput } from '@/lib/unsaved-input';
import { checkPasswordChange, type PasswordForm } from './credentials';
import { PasswordField } from './password-field';

const EMPTY: PasswordForm = { old_pwd: '', new_pwd: '', confirm_pwd: '' };
/** Not a page, but can have unsaved input like one. */
const DIALOG = 'dialog:change-password';

export default function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const form = useForm<PasswordForm>({ initialValues: EMPTY });
  useUnsavedInput(DIALOG, form.isDirty());

  async function close(): Promise<void> {
    if (!(await confirmLosingInput(t, [DIALOG]))) return;
    forgetUnsaved(DIALOG);
    onClose();
  }

  async function submit(values: PasswordForm): Promise<void> {
    const problem = checkPasswordChange(values);
    if (problem) {
      toast.error(problem === 'incomplete' ? t('auth.change_incomplete') : t('auth.change_differ'));
      return;
    }
    setBusy(true);
    try {
      await call('user/changePwd', values, { silent: true });
    } catch (reason) {
      const refused = reason instanceof ApiError && !reason.isNetwork;
      toast.error(refused ? t('auth.change_failed', { msg: reason.message }) : t('errors.request_failed'));
      if (refused) form.setValues(EMPTY);
      setBusy(false);
      return;
    }
    toast.success(t('auth.changed'));
    forgetUnsaved(DIALOG);
    onClose();
    // The change has ended all sessions of the account. The guard leaves for the login page with this page as its target
    // first; the new login starts at the dashboard.
    flushSync(leaveEndedSession);
    await navigate(paths.login, { replace: true });
  }

  return (
    <Dialog onClose={() => void close()} title={t('auth.change_password')} size={PASSWORD_DIALOG_WIDTH_PX}>
      <form noValidate onSubmit={form.onSubmit((values) => void submit(values))}>
        <Stack gap="sm">
          <PasswordField
            data-autofocus
            label={t('auth.old_password')}
            autoComplete="current-password"
            {...form.getInputProps('old_pwd')}
          />
          <PasswordField
            label={t('auth.new_password')}
            autoComplete="new-password"
            {...form.getInputProps('new_pwd')}
          />
          <PasswordField
            label={t('auth.confirm_password')}
            autoComplete="new-password"
            {...form.getInputProps('confirm_pwd')}
          />
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button variant="default" onClick={() => void close()}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={busy}>
              {t('common.confirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
