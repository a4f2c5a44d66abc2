import { Checkbox, Radio, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '@/components/form/form-dialog';
import { newPasswordLink } from '@/lib/page-links';
import { toast } from '@/lib/toast';
import { makePasswordLink, resetPassword } from './api/user-actions';

export type Reset =
  | { way: 'link'; username: string; link: string; until: number }
  | { way: 'password'; username: string; password: string };

interface Props {
  uid: number;
  username: string;
  onReset: (reset: Reset) => void;
  onClose: () => void;
}

/** Resets the password of an account, by a link or with a one-time password, and asks whether its API keys end as well. */
export function ResetPasswordDialog({ uid, username, onReset, onClose }: Props) {
  const { t } = useTranslation();
  const [way, setWay] = useState<Reset['way']>('link');
  const [endKeys, setEndKeys] = useState(false);
  const resetting = useMutation({
    mutationFn: async (): Promise<Reset> => {
      if (way === 'link') {
        const { token, expires_at } = await makePasswordLink(uid, endKeys);
        return { way, username, link: newPasswordLink(window.location.origin, token), until: expires_at };
      }
      const { password, ended_keys } = await resetPassword(uid, endKeys);
      if (ended_keys > 0) toast.success(t('user_admin.keys_ended', { count: ended_keys }));
      return { way, username, password };
    },
    onSuccess: onReset,
  });
  return (
    <FormDialog
      name="reset-password"
      title={t('user_admin.reset_title', { name: username })}
      dirty={false}
      busy={resetting.isPending}
      submitLabel={way === 'link' ? t('user_admin.make_link') : t('user_admin.reset_password')}
      danger={way === 'password'}
      onSubmit={(event) => {
        event.preventDefault();
        resetting.mutate();
      }}
      onClose={onClose}
    >
      <Radio.Group
        label={t('user_admin.reset_way')}
        value={way}
        onChange={(chosen) => setWay(chosen === 'password' ? 'password' : 'link')}
      >
        <Stack gap="xs" mt={6}>
          <Radio
            value="link"
            label={t('user_admin.by_link')}
            description={t('user_admin.by_link_hint')}
            data-autofocus
          />
          <Radio
            value="password"
            label={t('user_admin.by_password')}
            description={t('user_admin.by_password_hint')}
          />
        </Stack>
      </Radio.Group>
      <Checkbox
        label={t('user_admin.end_keys')}
        description={t('user_admin.end_keys_hint')}
        checked={endKeys}
        onChange={(event) => setEndKeys(event.currentTarget.checked)}
      />
    </FormDialog>
  );
}
