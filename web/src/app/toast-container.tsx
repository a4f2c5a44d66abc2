import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';

export default function ToastContainer() {
  const { t } = useTranslation();
  return (
    <Notifications
      position="top-center"
      limit={4}
      zIndex={1000}
      // An aria-label needs a role.
      role="group"
      aria-label={t('common.messages')}
    />
  );
}
