import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';
import classes from './toast-container.module.css';

export default function ToastContainer() {
  return (
    <Notifications position="bottom-right" className={classes.container ?? ''} limit={4} zIndex={1000} />
  );
}
