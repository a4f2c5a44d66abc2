import { Checkbox, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '@/components/form/form-dialog';
import { toast } from '@/lib/toast';
import { resetPassword } from './api/user-actions';

interface Props {
  uid: number;
  username: string;
  onReset: (reset: { username: string; password: string }) => void;
  onClose: () => void;
}

/** Resets the password of an account, and asks whether its API keys end as well. */
export function ResetPasswordDialog({ uid, username, onReset, onClose }: Props) {
  const { t } = useTranslation();
  const [endKeys, setEndKeys] = useState(false);
  const resetting = useMutation({
    mutationFn: () => resetPassword(uid, endKeys),
    onSuccess: ({ password, ended_keys }) => {
      if (ended_keys > 0) toast.success(t('user_admin.keys_ended', { count: ended_keys }));
      onReset({ username, password });
    },
  });
  return (
    <FormDialog
      name="reset-password"
      title={t('user_admin.reset_title', { name: username })}
      dirty={false}
      busy={resetting.isPending}
      submitLabel={t('user_admin.reset_password')}
      danger
      onSubmit={(event) => {
        event.preventDefault();
        resetting.mutate();
      }}
      onClose={onClose}
    >
      <Text>{t('user_admin.reset_text')}</Text>
      <Checkbox
        label={t('user_admin.end_keys')}
        description={t('user_admin.end_keys_hint')}
        checked={endKeys}
        onChange={(event) => setEndKeys(event.currentTarget.checked)}
      />
    </FormDialog>
  );
}
