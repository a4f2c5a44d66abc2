import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CodeField } from '@/components/form/code-field';
import { FormDialog } from '@/components/form/form-dialog';
import { fieldErrors } from '@/components/form/form-errors';
import { deviceName } from '@/components/logins/login';
import { PASSWORD_DIALOG_WIDTH_PX } from '@/config/constants';
import { createPasskey } from '@/lib/passkeys';
import { cleanCode } from '../credentials';
import { PasswordField } from '../password-field';
import { addPasskey, beginPasskey } from './security-calls';

const NAME_MAX = 60;

interface Answers {
  name: string;
  password: string;
  code: string;
}

interface Props {
  /** Also ask for the second factor. */
  withCode: boolean;
  /** Gets the recovery codes if this is the first second factor. */
  onAdded: (codes: readonly string[]) => void;
  onClose: () => void;
}

/** Confirms the password, then lets the browser create a passkey. */
export function AddPasskey({ withCode, onAdded, onClose }: Props) {
  const { t } = useTranslation();
  const form = useForm<Answers>({
    initialValues: { name: deviceName(navigator.userAgent) ?? '', password: '', code: '' },
    validate: {
      name: (name) => (name.trim() === '' ? t('security.name_required') : null),
      password: (password) => (password === '' ? t('security.password_required') : null),
      code: (code) => (withCode && cleanCode(code) === '' ? t('security.code_required') : null),
    },
  });
  const adding = useMutation({
    mutationFn: async ({ name, password, code }: Answers) => {
      const { ticket, options } = await beginPasskey(password, cleanCode(code));
      return addPasskey(name.trim(), ticket, await createPasskey(options));
    },
    onSuccess: onAdded,
    onError: (reason) => {
      // A code works once, so the next try needs a new one.
      form.setFieldValue('code', '');
      form.setErrors(fieldErrors(reason));
    },
  });
  return (
    <FormDialog
      name="passkey"
      size={PASSWORD_DIALOG_WIDTH_PX}
      title={t('security.add_passkey')}
      dirty={false}
      busy={adding.isPending}
      submitLabel={t('security.next')}
      onSubmit={form.onSubmit((answers) => adding.mutate(answers))}
      onClose={onClose}
    >
      <Text>{t('security.add_passkey_text')}</Text>
      <TextInput
        data-autofocus
        label={t('security.passkey_name')}
        maxLength={NAME_MAX}
        {...form.getInputProps('name')}
      />
      <PasswordField
        label={t('security.your_password')}
        autoComplete="current-password"
        {...form.getInputProps('password')}
      />
      {withCode ? (
        <CodeField {...form.getInputProps('code')} onPasskey={(code) => form.setFieldValue('code', code)} />
      ) : null}
    </FormDialog>
  );
}
