/** Actions on money need another administrator, or the password where there is none. */
import { Alert, PasswordInput, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CodeField } from '@/components/form/code-field';
import { useSessionStore } from '@/lib/session/session-store';

export interface Proof {
  password: string;
  code: string;
}

export const NO_PROOF: Proof = { password: '', code: '' };

interface Props {
  proof: Proof;
  onChange: (proof: Proof) => void;
  errors?: Partial<Record<keyof Proof, string>>;
  /** Ask for the password even if another administrator decides. */
  always?: boolean;
}

const NO_ERRORS: Partial<Record<keyof Proof, string>> = {};

/** Whether another administrator must approve what the user does with money. */
export function useSecondPerson(): boolean {
  return useSessionStore((session) => session.user?.second_person === true);
}

/** What the server expects: nothing empty. */
export function proofBody({ password, code }: Proof): { password?: string; code?: string } {
  return {
    ...(password === '' ? {} : { password }),
    ...(code.trim() === '' ? {} : { code: code.trim() }),
  };
}

export function SecondPersonFields({ proof, onChange, errors = NO_ERRORS, always = false }: Props) {
  const { t } = useTranslation();
  const secondPerson = useSecondPerson();
  const enrolled = useSessionStore((session) => session.user?.totp_enabled ?? false);
  const asksPassword = always || !secondPerson;
  return (
    <>
      {secondPerson ? (
        <Alert color="blue" icon={<IconUsers size={18} stroke={1.6} />}>
          {t('form.second_person_text')}
        </Alert>
      ) : null}
      {asksPassword ? (
        <>
          {secondPerson ? null : <Text c="dimmed">{t('form.confirm_text')}</Text>}
          <PasswordInput
            label={t('form.your_password')}
            autoComplete="current-password"
            value={proof.password}
            error={errors.password}
            onChange={(event) => onChange({ ...proof, password: event.currentTarget.value })}
          />
          {enrolled || errors.code ? (
            <CodeField
              value={proof.code}
              error={errors.code}
              onChange={(event) => onChange({ ...proof, code: event.currentTarget.value })}
              onPasskey={(code) => onChange({ ...proof, code })}
            />
          ) : null}
        </>
      ) : null}
    </>
  );
}
