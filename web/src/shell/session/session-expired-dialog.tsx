import { Button, Group, Modal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { paths } from '@/config/paths';
import { forgetSession } from '@/lib/session/session';
import { useSessionStore } from '@/lib/session/session-store';

/** One dialog, however many calls were refused at once. */
export default function SessionExpiredDialog() {
  const { t } = useTranslation();
  const dismiss = useSessionStore((session) => session.dismissExpiry);

  /** Loads everything anew: what the ended session left in this window goes with it. */
  function logInAgain(): void {
    forgetSession();
    window.location.assign(paths.root);
  }

  return (
    <Modal
      opened
      onClose={dismiss}
      title={t('auth.expired_title')}
      size={420}
      centered
      zIndex={500}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Text>{t('auth.expired_text')}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={dismiss}>
          {t('common.cancel')}
        </Button>
        <Button data-autofocus onClick={logInAgain}>
          {t('auth.log_in_again')}
        </Button>
      </Group>
    </Modal>
  );
}
