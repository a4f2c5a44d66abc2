import { Stack, TextInput, type TextInputProps } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isPasskeyCode, passkeyCode } from '@/lib/passkeys';
import { useSessionStore } from '@/lib/session/session-store';
import { PasskeyButton } from './passkey-button';

interface Props extends TextInputProps {
  /** Takes the code that a passkey was exchanged for. */
  onPasskey?: (code: string) => void;
}

/** The second factor: an authenticator code, a recovery code, or a passkey. */
export function CodeField({ onPasskey, ...props }: Props) {
  const { t } = useTranslation();
  const hasPasskey = useSessionStore((session) => session.user?.has_passkey === true);
  const byPasskey = typeof props.value === 'string' && isPasskeyCode(props.value) && !props.error;
  const shown = byPasskey
    ? { value: t('auth.passkey_confirmed'), readOnly: true, rightSection: <IconCheck size={16} /> }
    : {};
  return (
    <Stack gap="xs">
      <TextInput
        label={t('auth.totp_code')}
        description={t('auth.totp_hint')}
        autoComplete="one-time-code"
        spellCheck={false}
        {...props}
        {...shown}
      />
      {onPasskey && hasPasskey && !byPasskey ? (
        <PasskeyButton run={async () => onPasskey(await passkeyCode())} />
      ) : null}
    </Stack>
  );
}
