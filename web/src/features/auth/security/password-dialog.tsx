import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CodeField } from '@/components/form/code-field';
import { FormDialog } from '@/components/form/form-dialog';
import { fieldErrors } from '@/components/form/form-errors';
import { PASSWORD_DIALOG_WIDTH_PX } from '@/config/constants';
import { cleanCode } from '../credentials';
import { PasswordField } from '../password-field';

interface Answers {
  password: string;
  code: string;
}

interface Props {
  title: string;
  submitLabel: string;
  run: (answers: Answers) => Promise<void>;
  onClose: () => void;
  text?: string;
  /** Also ask for the second factor. */
  withCode?: boolean;
  danger?: boolean;
}

/** Asks for the password before security settings change. */
export function PasswordDialog({
  title,
  submitLabel,
  run,
  onClose,
  text,
  withCode = false,
  danger = false,
}: Props) {
  const { t } = useTranslation();
  const form = useForm<Answers>({
    initialValues: { password: '', code: '' },
    validate: {
      password: (password) => (password === '' ? t('security.password_required') : null),
      code: (code) => (withCode && cleanCode(code) === '' ? t('security.code_required') : null),
    },
  });
  const doing = useMutation({
    mutationFn: ({ password, code }: Answers) => run({ password, code: cleanCode(code) }),
    onError: (reason) => {
      form.setErrors(fieldErrors(reason));
    },
  });
  return (
    <FormDialog
      name="password-check"
      size={PASSWORD_DIALOG_WIDTH_PX}
      title={title}
      dirty={false}
      busy={doing.isPending}
      submitLabel={submitLabel}
      danger={danger}
      onSubmit={form.onSubmit((answers) => doing.mutate(answers))}
      onClose={onClose}
    >
      {text ? <Text>{text}</Text> : null}
      <PasswordField
        data-autofocus
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
