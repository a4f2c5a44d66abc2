import { notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppStore } from '@/lib/stores/app-store';
import classes from './notice.module.css';

const NOTICE_ID = 'new-version';

/** Notifies once per version that the server is newer than this page. */
export function useNewVersionNotice(): void {
  const { t } = useTranslation();
  const newVersion = useAppStore((app) => app.newVersion);
  useEffect(() => {
    if (newVersion === null) return;
    // The same notice in another language replaces the old one.
    notifications.hide(NOTICE_ID);
    notifications.show({
      id: NOTICE_ID,
      autoClose: false,
      withBorder: true,
      role: 'status',
      title: t('shell.new_version_title', { version: newVersion }),
      message: (
        <button type="button" className={classes.link} onClick={() => window.location.reload()}>
          {t('shell.new_version_reload')}
        </button>
      ),
    });
  }, [newVersion, t]);
}
