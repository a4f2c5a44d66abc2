import { notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { NOT_FOUND_CODE, NOTIFICATION_POLL_MS, SESSION_CODES } from '@/config/constants';
import { paths } from '@/config/paths';
import { call } from '@/lib/api/client';
import { ApiError } from '@/lib/api/envelope';
import { onLiveEvent, useLiveConnection } from '@/lib/events/live-events';
import { useSessionStore } from '@/lib/session/session-store';
import { countFrom, warningFor } from './wait-confirm';
import classes from './notice.module.css';

const WARNING_ID = 'wait-confirm';

/** Tracks the number of pending notifications and shows a warning until they are confirmed. */
export function useWaitConfirm(): void {
  useWaitingCount();
  useWarning();
}

/** Updated by events. Polls every 30 s while there is no event connection. */
function useWaitingCount(): void {
  useEffect(() => {
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function ask(): Promise<void> {
      clearTimeout(timer);
      try {
        const answer = await call('notify/waitConfirm', {}, { silent: true, signal: abort.signal });
        useSessionStore.getState().setWaitConfirmCount(countFrom(answer));
      } catch (reason) {
        // The server has no notifications, or the session has ended: stop polling.
        const code = reason instanceof ApiError ? reason.code : 0;
        if (code === NOT_FOUND_CODE || SESSION_CODES.includes(code)) return;
      }
      askLater();
    }

    function askLater(): void {
      clearTimeout(timer);
      if (abort.signal.aborted) return;
      timer = setTimeout(() => {
        if (useLiveConnection.getState().connected) {
          askLater();
          return;
        }
        // Without events, permission changes are not announced either.
        useSessionStore.setState({ updateMenu: true });
        void ask();
      }, NOTIFICATION_POLL_MS);
    }

    void ask();
    const stopEvents = onLiveEvent('notify', () => void ask());
    // Catch up once the connection is back.
    const stopLive = useLiveConnection.subscribe(({ connected }, before) => {
      if (connected && !before.connected) void ask();
    });
    return () => {
      abort.abort();
      clearTimeout(timer);
      stopEvents();
      stopLive();
    };
  }, []);
}

function useWarning(): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useEffect(() => {
    const warning = {
      id: WARNING_ID,
      color: 'yellow',
      autoClose: false as const,
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
    };
    // A warning that is already shown changes its language. Nothing happens if there is none.
    notifications.update(warning);
    return useSessionStore.subscribe(({ waitConfirmCount }, before) => {
      const change = warningFor(before.waitConfirmCount, waitConfirmCount);
      if (change === 'keep') return;
      notifications.hide(WARNING_ID);
      if (change === 'show') notifications.show(warning);
    });
  }, [t, navigate]);

  // Hide the warning on logout, so that it does not cover the login page.
  useEffect(
    () => () => {
      notifications.hide(WARNING_ID);
    },
    [],
  );
}
