import { useNetwork } from '@mantine/hooks';
import { IconWifiOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './session.module.css';

export function OfflineBanner() {
  const { t } = useTranslation();
  const { online } = useNetwork();
  return (
    <div role="status" aria-live="polite">
      {online ? null : (
        <div className={classes.offline}>
          <IconWifiOff size={16} stroke={1.7} aria-hidden />
          {t('shell.offline')}
        </div>
      )}
    </div>
  );
}
