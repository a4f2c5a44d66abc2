/** Toast messages. */
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { TOAST_MS } from '@/config/constants';

type Tone = 'success' | 'error' | 'warning';

const COLORS: Record<Tone, string> = { success: 'teal', error: 'red', warning: 'yellow' };

function show(tone: Tone, message: string): void {
  // Identical messages are shown only once: parallel calls tend to fail together.
  const id = `${tone}:${message}`;
  notifications.hide(id);
  notifications.show({
    id,
    message,
    color: COLORS[tone],
    autoClose: TOAST_MS,
    withBorder: true,
    closeButtonProps: { 'aria-label': i18next.t('common.close') },
    role: tone === 'success' ? 'status' : 'alert',
  });
}

export const toast = {
  success: (message: string) => show('success', message),
  error: (message: string) => show('error', message),
  warning: (message: string) => show('warning', message),
  /** Says why something failed. */
  failure: (reason: unknown) =>
    show('error', (reason instanceof Error && reason.message) || i18next.t('errors.error')),
};
