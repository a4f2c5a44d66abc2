import { Alert, Anchor, Button, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { NEW_PASSWORD_MIN_LENGTH } from '@/config/constants';
import { paths } from '@/config/paths';
import { ApiError } from '@/lib/api/envelope';
import { boot } from '@/lib/boot';
import { register } from '@/lib/session/session';
import { toast } from '@/lib/toast';
import { forgetUnsaved, useUnsavedInput } from '@/lib/unsaved-input';
import { usePageTitle } from '@/lib/use-page-title';
import { AuthFrame } from './auth-frame';
import { checkRegister, type RegisterForm } from './credentials';
import { PasswordField } from './password-field';
import classes from './auth.module.css';

export default function RegisterPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { search } = useLocation();
  const [busy, setBusy] = useState(false);
  const firstField = useRef<HTMLInputElement>(null);
  const form = useForm<RegisterForm>({
    initialValues: {
      username: '',
      password: '',
      // Invitation links contain the code.
      invite_code: new URLSearchParams(search).get('code') ?? '',
    },
  });
  usePageTitle(t('auth.register'));
  useUnsavedInput(paths.register, form.isDirty() && !busy);
  // The page has no tab that keeps it alive: its input is dropped.
  useEffect(() => () => forgetUnsaved(paths.register), []);
  useEffect(() => firstField.current?.focus(), []);

  async function submit(values: RegisterForm): Promise<void> {
    const problems = checkRegister(values);
    form.setErrors({
      username: problems.username && t(`auth.${problems.username}`),
      password: problems.password && t(`auth.${problems.password}`, { count: NEW_PASSWORD_MIN_LENGTH }),
      invite_code: problems.invite_code && t(`auth.${problems.invite_code}`),
    });
    if (Object.keys(problems).length > 0) return;
    setBusy(true);
    try {
      await register(values.username, values.password, values.invite_code);
      form.resetDirty();
      toast.success(t('auth.registered'));
      // The login page fills the name in.
      await navigate(paths.login + search, { state: { username: values.username.trim() } });
    } catch (reason) {
      toast.failure(reason);
      if (reason instanceof ApiError) form.setErrors({ ...reason.fields });
      setBusy(false);
    }
  }

  return (
    <AuthFrame>
      <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => void submit(values))}>
        <div>
          <Title order={1} fz={24}>
            {t('auth.register')}
          </Title>
          <Text c="dimmed" mt={4}>
            {t('auth.register_hint')}
          </Text>
        </div>
        {boot.registration_open ? null : <Alert color="yellow">{t('auth.registration_closed')}</Alert>}
        <TextInput
          ref={firstField}
          label={t('auth.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('username')}
        />
        <PasswordField
          label={t('auth.password')}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <TextInput
          label={t('auth.invite_code')}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('invite_code')}
        />
        <Button type="submit" loading={busy} fullWidth>
          {t('auth.register')}
        </Button>
        <Text ta="center" c="dimmed">
          {t('auth.have_account')}{' '}
          <Anchor component={Link} underline="always" to={paths.login} inherit>
            {t('auth.log_in')}
          </Anchor>
        </Text>
      </form>
    </AuthFrame>
  );
}
