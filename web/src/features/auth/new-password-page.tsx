import { Alert, Anchor, Button, Text, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { NEW_PASSWORD_MIN_LENGTH } from '@/config/constants';
import { paths } from '@/config/paths';
import { callFor } from '@/lib/api/client';
import { ApiError } from '@/lib/api/envelope';
import { toast } from '@/lib/toast';
import { usePageTitle } from '@/lib/use-page-title';
import { AuthFrame } from './auth-frame';
import { checkNewPassword } from './credentials';
import { PasswordField } from './password-field';
import classes from './auth.module.css';

/** Sets a new password with a link from staff. The token is behind the `#`, so that it is in no log. */
export default function NewPasswordPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const token = useLocation().hash.slice(1);
  const [busy, setBusy] = useState(false);
  const [values, setValues] = useState({ new_pwd: '', confirm_pwd: '' });
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({});
  usePageTitle(t('auth.set_password'));

  function input(field: keyof typeof values) {
    return {
      value: values[field],
      error: errors[field],
      onChange: (event: { currentTarget: HTMLInputElement }) => {
        setValues({ ...values, [field]: event.currentTarget.value });
        setErrors({ ...errors, [field]: undefined });
      },
    };
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const problems = checkNewPassword(values);
    setErrors({
      new_pwd: problems.new_pwd && t(`auth.${problems.new_pwd}`, { count: NEW_PASSWORD_MIN_LENGTH }),
      confirm_pwd: problems.confirm_pwd && t(`auth.${problems.confirm_pwd}`),
    });
    if (Object.keys(problems).length > 0) return;
    setBusy(true);
    try {
      await callFor('user/passwordByLink', { token, ...values }, { silent: true, onlyZero: true });
      toast.success(t('auth.password_set'));
      await navigate(paths.login, { replace: true });
    } catch (reason) {
      toast.failure(reason);
      if (reason instanceof ApiError) setErrors({ ...reason.fields });
      setBusy(false);
    }
  }

  return (
    <AuthFrame>
      <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
        <div>
          <Title order={1} fz={24}>
            {t('auth.set_password')}
          </Title>
          <Text c="dimmed" mt={4}>
            {t('auth.set_password_hint')}
          </Text>
        </div>
        {token === '' ? <Alert color="yellow">{t('auth.link_incomplete')}</Alert> : null}
        {errors.token ? <Alert color="red">{errors.token}</Alert> : null}
        <PasswordField label={t('auth.new_password')} autoComplete="new-password" {...input('new_pwd')} />
        <PasswordField
          label={t('auth.confirm_password')}
          autoComplete="new-password"
          {...input('confirm_pwd')}
        />
        <Button type="submit" loading={busy} disabled={token === ''} fullWidth>
          {t('auth.set_password')}
        </Button>
        <Text ta="center">
          <Anchor component={Link} underline="always" to={paths.login} inherit>
            {t('auth.log_in')}
          </Anchor>
        </Text>
      </form>
    </AuthFrame>
  );
}
