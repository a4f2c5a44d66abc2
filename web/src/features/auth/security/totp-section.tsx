import { Alert, Badge, Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '@/components/page/section-card';
import { refreshUser } from '@/lib/session/session';
import { useSessionStore } from '@/lib/session/session-store';
import { toast } from '@/lib/toast';
import { PasswordDialog } from './password-dialog';
import { RecoveryCodes } from './recovery-codes';
import { disableTotp, newRecoveryCodes, type Security, SECURITY_KEY } from './security-calls';
import { TotpSetup } from './totp-setup';

/** Below this number, the user is asked to create new codes. */
const FEW_CODES = 3;

type Open =
  | { kind: 'set_up' }
  | { kind: 'turn_off' }
  | { kind: 'new_codes' }
  | { kind: 'codes'; codes: readonly string[] };

export function TotpSection({ security, locked }: { security: Security; locked: boolean }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const hasPasskey = security.passkeys.length > 0;
  const hasFactor = security.totp_enabled || hasPasskey;

  async function refresh(): Promise<void> {
    await queryClient.invalidateQueries({ queryKey: [SECURITY_KEY] });
    await refreshUser();
  }

  function codesKept(): void {
    close();
    const wasRequired = useSessionStore.getState().user?.totp_required === true;
    // Reload the menu: the other pages were not accessible until now.
    if (wasRequired) useSessionStore.setState({ routes: null });
    else refresh().catch(() => undefined);
  }

  return (
    <SectionCard
      title={t('security.totp_title')}
      aside={
        <Badge variant="light" color={security.totp_enabled ? 'teal' : 'gray'} tt="none" fw={500}>
          {security.totp_enabled ? t('security.on') : t('security.off')}
        </Badge>
      }
    >
      <Text c="dimmed">{t('security.totp_text')}</Text>
      {hasFactor ? (
        <Text mt="xs">{t('security.recovery_left', { count: security.recovery_left })}</Text>
      ) : null}
      {hasFactor && security.recovery_left < FEW_CODES ? (
        <Alert mt="xs" color="yellow">
          {t('security.recovery_few')}
        </Alert>
      ) : null}
      {locked ? null : (
        <Group gap="xs" mt="md">
          {hasFactor ? (
            <Button variant="default" onClick={() => setOpen({ kind: 'new_codes' })}>
              {t('security.new_codes')}
            </Button>
          ) : null}
          {security.totp_enabled ? (
            <Button variant="default" onClick={() => setOpen({ kind: 'turn_off' })}>
              {t('security.turn_off')}
            </Button>
          ) : (
            <Button onClick={() => setOpen({ kind: 'set_up' })}>{t('security.turn_on')}</Button>
          )}
        </Group>
      )}
      {open?.kind === 'set_up' ? (
        <TotpSetup
          withCode={hasPasskey}
          onEnabled={(codes) => {
            toast.success(t('security.turned_on'));
            setOpen({ kind: 'codes', codes });
          }}
          onClose={close}
        />
      ) : null}
      {open?.kind === 'turn_off' ? (
        <PasswordDialog
          title={t('security.turn_off_title')}
          submitLabel={t('security.turn_off')}
          withCode
          danger
          run={async ({ password, code }) => {
            await disableTotp(password, code);
            toast.success(t('security.turned_off'));
            close();
            await refresh();
          }}
          onClose={close}
        />
      ) : null}
      {open?.kind === 'new_codes' ? (
        <PasswordDialog
          title={t('security.new_codes')}
          text={t('security.new_codes_text')}
          submitLabel={t('common.confirm')}
          withCode
          run={async ({ password, code }) =>
            setOpen({ kind: 'codes', codes: await newRecoveryCodes(password, code) })
          }
          onClose={close}
        />
      ) : null}
      {open?.kind === 'codes' ? <RecoveryCodes codes={open.codes} onClose={codesKept} /> : null}
    </SectionCard>
  );
}
