import { notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { NOT_FOUND_CODE, NOTIFICATION_POLL_MS, SESSION_CODES } from '@/config/constants';
import { paths } from '@/config/paths';
import { callUntyped } from '@/lib/api/client';
import { ApiError } from '@/lib/api/envelope';
import { useSessionStore } from '@/lib/session/session-store';
import { countFrom, warningFor } from './wait-confirm';
import classes from './notice.module.css';

const WARNING_ID = 'wait-confirm';

/** Asks every 30 s how many notifications wait for this account, and warns until they are looked at. */
export function useWaitConfirm(): void {
  const { t } = useTranslation();
  const navigate = useNavigate();

  useEffect(() => {
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;

    function show(now: number): void {
      const { waitConfirmCount, setWaitConfirmCount } = useSessionStore.getState();
      const change = warningFor(waitConfirmCount, now);
      setWaitConfirmCount(now);
      if (change === 'keep') return;
      notifications.hide(WARNING_ID);
      if (change === 'hide') return;
      notifications.show({
        id: WARNING_ID,
        color: 'yellow',
        autoClose: false,
        withBorder: true,
        role: 'alert',
        title: t('shell.pending_title'),
        message: (
          <button
            type="button"
            className={classes.link}
            onClick={() => {
              notifications.hide(WARNING_ID);
              void navigate(paths.myNotify);
            }}
          >
            {t('shell.pending_text')}
          </button>
        ),
      });
    }

    async function poll(): Promise<void> {
      try {
        show(countFrom(await callUntyped('notify/waitConfirm', {}, { silent: true, signal: abort.signal })));
      } catch (reason) {
        // A server without notifications, or a session that is over: asking again changes nothing.
        const code = reason instanceof ApiError ? reason.code : 0;
        if (code === NOT_FOUND_CODE || SESSION_CODES.includes(code)) return;
      }
      if (!abort.signal.aborted) timer = setTimeout(() => void poll(), NOTIFICATION_POLL_MS);
    }

    void poll();
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [t, navigate]);

  // The warning belongs to the session: it must not stay over the login page.
  useEffect(
    () => () => {
      notifications.hide(WARNING_ID);
    },
    [],
  );
}
