import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import classes from './toast-container.module.css';

export default function ToastContainer() {
  const { t } = useTranslation();
  return (
    <Notifications
      position="bottom-right"
      className={classes.container ?? ''}
      limit={4}
      zIndex={1000}
      // An aria-label needs a role.
      role="group"
      aria-label={t('common.messages')}
    />
  );
}
