import { Anchor, Button, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { paths } from '@/config/paths';
import { ApiError } from '@/lib/api/envelope';
import { boot } from '@/lib/boot';
import { login } from '@/lib/session/session';
import { toast } from '@/lib/toast';
import { usePageTitle } from '@/lib/use-page-title';
import { AuthFrame } from './auth-frame';
import { checkLogin, type LoginForm } from './credentials';
import { DemoAccounts } from './demo-accounts';
import { PasswordField } from './password-field';
import classes from './auth.module.css';

/** Where to go next is the guard's business: once there is a session it follows `redirect` by itself. */
export default function LoginPage() {
  const { t } = useTranslation();
  const { search } = useLocation();
  const [busy, setBusy] = useState(false);
  const firstField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const form = useForm<LoginForm>({ initialValues: { username: '', password: '' } });
  usePageTitle(t('auth.log_in'));

  useEffect(() => {
    (firstField.current?.value ? passwordField : firstField).current?.focus();
  }, []);

  async function submit(values: LoginForm): Promise<void> {
    const problems = checkLogin(values);
    form.setErrors({
      username: problems.username && t(`auth.${problems.username}`),
      password: problems.password && t(`auth.${problems.password}`),
    });
    if (Object.keys(problems).length > 0) return;
    setBusy(true);
    try {
      await login(values.username, values.password);
    } catch (reason) {
      toast.error((reason instanceof Error && reason.message) || t('errors.error'));
      if (reason instanceof ApiError) form.setErrors({ ...reason.fields });
      setBusy(false);
    }
  }

  return (
    <AuthFrame>
      <form className={classes.form} noValidate onSubmit={form.onSubmit((values) => void submit(values))}>
        <div>
          <Title order={1} fz={24}>
            {t('auth.log_in')}
          </Title>
          <Text c="dimmed" mt={4}>
            {t('auth.log_in_hint')}
          </Text>
        </div>
        <TextInput
          ref={firstField}
          label={t('auth.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('username')}
        />
        <PasswordField
          ref={passwordField}
          label={t('auth.password')}
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={busy} fullWidth>
          {t('auth.log_in')}
        </Button>
        {boot.registration_open ? (
          <Text ta="center" c="dimmed">
            {t('auth.no_account')}{' '}
            <Anchor component={Link} underline="always" to={paths.register + search} inherit>
              {t('auth.register')}
            </Anchor>
          </Text>
        ) : null}
        <DemoAccounts onChoose={(values) => form.setValues(values)} />
      </form>
    </AuthFrame>
  );
}
