import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NameDialog } from '@/components/form/name-dialog';
import { SectionCard } from '@/components/page/section-card';
import { useLanguage } from '@/lib/i18n/use-language';
import { passkeysSupported } from '@/lib/passkeys';
import { refreshUser } from '@/lib/session/session';
import { useSessionStore } from '@/lib/session/session-store';
import { formatMoment } from '@/lib/time';
import { toast } from '@/lib/toast';
import { AddPasskey } from './add-passkey';
import { PasswordDialog } from './password-dialog';
import { RecoveryCodes } from './recovery-codes';
import { type Passkey, removePasskey, renamePasskey, type Security, SECURITY_KEY } from './security-calls';
import classes from './security.module.css';

type Open =
  | { kind: 'add' }
  | { kind: 'rename' | 'remove'; passkey: Passkey }
  | { kind: 'codes'; codes: readonly string[] };

export function PasskeySection({ security, locked }: { security: Security; locked: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const supported = passkeysSupported();
  const full = security.passkeys.length >= security.passkey_limit;

  async function refresh(): Promise<void> {
    const wasRequired = useSessionStore.getState().user?.totp_required === true;
    await queryClient.invalidateQueries({ queryKey: [SECURITY_KEY] });
    await refreshUser();
    // Reload the menu: the other pages were not accessible until now.
    if (wasRequired) useSessionStore.setState({ routes: null });
  }

  function added(codes: readonly string[]): void {
    toast.success(t('security.passkey_added'));
    if (codes.length > 0) setOpen({ kind: 'codes', codes });
    else done();
  }

  function done(): void {
    close();
    refresh().catch(() => undefined);
  }

  return (
    <SectionCard title={t('security.passkeys_title')}>
      <Text c="dimmed">{t('security.passkeys_text')}</Text>
      <ul className={classes.passkeys} aria-label={t('security.passkeys_title')}>
        {security.passkeys.map((passkey) => (
          <li key={passkey.id} className={classes.passkey}>
            <div>
              <Text fw={500}>{passkey.name}</Text>
              <Text size="xs" c="dimmed">
                {passkey.last_used_at == null
                  ? t('security.passkey_unused', { time: formatMoment(passkey.created_at, language) })
                  : t('security.passkey_used', { time: formatMoment(passkey.last_used_at, language) })}
              </Text>
            </div>
            {locked ? null : (
              <Group gap="xs" wrap="nowrap">
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t('security.rename_passkey', { name: passkey.name })}
                  onClick={() => setOpen({ kind: 'rename', passkey })}
                >
                  {t('security.rename')}
                </Button>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t('security.remove_passkey', { name: passkey.name })}
                  onClick={() => setOpen({ kind: 'remove', passkey })}
                >
                  {t('security.remove')}
                </Button>
              </Group>
            )}
          </li>
        ))}
      </ul>
      {supported ? null : <Text c="dimmed">{t('security.passkeys_unsupported')}</Text>}
      {full ? <Text c="dimmed">{t('security.passkeys_full', { count: security.passkey_limit })}</Text> : null}
      {locked || !supported || full ? null : (
        <Button onClick={() => setOpen({ kind: 'add' })}>{t('security.add_passkey')}</Button>
      )}
      {open?.kind === 'add' ? (
        <AddPasskey
          withCode={security.totp_enabled || security.passkeys.length > 0}
          onAdded={added}
          onClose={close}
        />
      ) : null}
      {open?.kind === 'rename' ? (
        <NameDialog
          dialog="passkey"
          title={t('security.rename_passkey', { name: open.passkey.name })}
          label={t('security.passkey_name')}
          name={open.passkey.name}
          missing={t('security.name_required')}
          save={(name) => renamePasskey(open.passkey.id, name)}
          onSaved={() => void refresh().catch(() => undefined)}
          onClose={close}
        />
      ) : null}
      {open?.kind === 'remove' ? (
        <PasswordDialog
          title={t('security.remove_passkey', { name: open.passkey.name })}
          text={t('security.remove_passkey_text')}
          submitLabel={t('security.remove')}
          withCode
          danger
          run={async ({ password, code }) => {
            await removePasskey(open.passkey.id, password, code);
            toast.success(t('security.passkey_removed'));
            done();
          }}
          onClose={close}
        />
      ) : null}
      {open?.kind === 'codes' ? <RecoveryCodes codes={open.codes} onClose={done} /> : null}
    </SectionCard>
  );
}
