import { Anchor, Button, Text, TextInput, Title } from '@mantine/core';
import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { CodeField } from '@/components/form/code-field';
import { PasskeyButton } from '@/components/form/passkey-button';
import { paths } from '@/config/paths';
import { ApiError } from '@/lib/api/envelope';
import { boot } from '@/lib/boot';
import { passkeyCode } from '@/lib/passkeys';
import { login, loginWithPasskey } from '@/lib/session/session';
import { toast } from '@/lib/toast';
import { isRecord } from '@/lib/records';
import { usePageTitle } from '@/lib/use-page-title';
import { AuthFrame } from './auth-frame';
import { checkLogin, cleanCode, type LoginForm } from './credentials';
import { DemoAccounts } from './demo-accounts';
import { ForgotPassword } from './forgot-password';
import { PasswordField } from './password-field';
import classes from './auth.module.css';

/** The name of an account that has just registered. */
function newName(state: unknown): string {
  return isRecord(state) && typeof state.username === 'string' ? state.username : '';
}

/** After login the guard follows `redirect`. */
export default function LoginPage() {
  const { t } = useTranslation();
  const { search, state } = useLocation();
  const [busy, setBusy] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const firstField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  // No form library here, to keep the first page small.
  const [values, setValues] = useState<LoginForm>({ username: newName(state), password: '', totp: '' });
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({});
  usePageTitle(t('auth.log_in'));

  useEffect(() => {
    (firstField.current?.value ? passwordField : firstField).current?.focus();
  }, []);

  function input(field: keyof LoginForm) {
    return {
      value: values[field],
      error: errors[field],
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        setValues({ ...values, [field]: event.currentTarget.value });
        setErrors({ ...errors, [field]: undefined });
      },
    };
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    await send(cleanCode(values.totp));
  }

  async function send(code: string): Promise<void> {
    const problems = checkLogin(values);
    setErrors({
      username: problems.username && t(`auth.${problems.username}`),
      password: problems.password && t(`auth.${problems.password}`),
    });
    if (Object.keys(problems).length > 0) return;
    setBusy(true);
    try {
      await login(values.username, values.password, needsCode ? code : undefined);
    } catch (reason) {
      setBusy(false);
      if (reason instanceof ApiError && reason.fields.totp !== undefined && !needsCode) {
        // Username and password were correct. Asking for the second factor is not an error.
        setNeedsCode(true);
        return;
      }
      toast.failure(reason);
      if (reason instanceof ApiError) setErrors({ ...reason.fields });
    }
  }

  return (
    <AuthFrame>
      <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
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
          {...input('username')}
        />
        <PasswordField
          ref={passwordField}
          label={t('auth.password')}
          autoComplete="current-password"
          {...input('password')}
        />
        {needsCode ? (
          <CodeField
            // The field appears after submitting and is the only one left to fill in.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            inputMode="text"
            {...input('totp')}
          />
        ) : null}
        <Button type="submit" loading={busy} fullWidth>
          {t('auth.log_in')}
        </Button>
        <PasskeyButton
          fullWidth
          run={async () => (needsCode ? send(await passkeyCode()) : loginWithPasskey())}
        />
        <ForgotPassword />
        {boot.registration_open ? (
          <Text ta="center" c="dimmed">
            {t('auth.no_account')}{' '}
            <Anchor component={Link} underline="always" to={paths.register + search} inherit>
              {t('auth.register')}
            </Anchor>
          </Text>
        ) : null}
        <DemoAccounts
          onChoose={(chosen) => {
            setNeedsCode(false);
            setErrors({});
            setValues({ ...chosen, totp: '' });
          }}
        />
      </form>
    </AuthFrame>
  );
}
