import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/components/dialog/dialog';
import { paths } from '@/config/paths';
import { clearSession, isOwnSessionAlive } from '@/lib/session/session';
import { useSessionStore } from '@/lib/session/session-store';
import { isSwitched, returnToOwnAccount } from '@/lib/session/switching';

/** A single dialog, however many calls were rejected. */
export default function SessionExpiredDialog() {
  const { t } = useTranslation();
  const dismiss = useSessionStore((session) => session.dismissExpiry);
  const actor = useSessionStore((session) => session.user?.actor?.name ?? '');
  // A switched session is limited in time. The user's own session may still be valid.
  const [switched] = useState(isSwitched);
  const [ownAlive, setOwnAlive] = useState<boolean | null>(null);
  useEffect(() => {
    if (switched) void isOwnSessionAlive().then(setOwnAlive);
  }, [switched]);
  const asking = switched && ownAlive === null;
  const inside = switched && ownAlive === true;

  /** Reloads the page, which drops everything that the ended session left in this window. */
  function logInAgain(): void {
    if (inside) returnToOwnAccount(actor);
    else clearSession();
    window.location.assign(paths.root);
  }

  return (
    <Dialog
      onClose={dismiss}
      title={switched && ownAlive !== false ? t('shell.switching_over_title') : t('auth.expired_title')}
      size={420}
      centered
      zIndex={500}
      closeOnClickOutside={false}
    >
      {asking ? (
        <Skeleton height={20} />
      ) : (
        <Text>{inside ? t('shell.switching_over_text') : t('auth.expired_text')}</Text>
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={dismiss}>
          {t('common.cancel')}
        </Button>
        <Button data-autofocus loading={asking} onClick={logInAgain}>
          {inside ? t('shell.switch_back') : t('auth.log_in_again')}
        </Button>
      </Group>
    </Dialog>
  );
}
