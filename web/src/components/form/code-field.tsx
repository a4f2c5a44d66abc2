import { TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** The second factor: an authenticator code or a recovery code. */
export function CodeField(props: TextInputProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t('auth.totp_code')}
      description={t('auth.totp_hint')}
      autoComplete="one-time-code"
      spellCheck={false}
      {...props}
    />
  );
}
