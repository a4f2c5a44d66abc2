/** The shell's dialogs, loaded when first opened. */
import { useHotkeys } from '@mantine/hooks';
import { lazyDialog } from '@/components/dialog/lazy-dialog';
import { loadMessages } from '@/lib/i18n/i18n';
import { useSessionStore } from '@/lib/session/session-store';
import { useErrorLog } from '@/lib/stores/error-log-store';

const close = ({ onClose }: { onClose: () => void }): void => onClose();

const RechargeDialog = lazyDialog(
  'top-up',
  async () => {
    const [dialog] = await Promise.all([
      import('@/features/recharge/recharge-dialog'),
      loadMessages('money'),
    ]);
    return dialog;
  },
  close,
);
const ChangePasswordDialog = lazyDialog(
  'change password',
  () => import('@/features/auth/change-password-dialog'),
  close,
);
const SettingsDrawer = lazyDialog('settings', () => import('./settings/settings-drawer'), close);
const ErrorLogDialog = lazyDialog('error log', () => import('./error-log/error-log-dialog'), close);
const CommandMenu = lazyDialog('command palette', () => import('./command-menu/command-menu'), close);
const SessionExpiredDialog = lazyDialog(
  'session expired',
  () => import('./session/session-expired-dialog'),
  // The next refused call opens it again.
  () => useSessionStore.getState().dismissExpiry(),
);

export type DialogName = 'password' | 'settings' | 'errors' | 'commands' | 'recharge' | 'quota';

interface Props {
  open: DialogName | null;
  /** Points that a task needs, for the top-up dialogs. */
  missing: number;
  onOpen: (dialog: DialogName) => void;
  onClose: () => void;
}

export function Dialogs({ open, missing, onOpen, onClose }: Props) {
  const expired = useSessionStore((session) => session.expired);
  const hasErrors = useErrorLog((log) => log.errors.length > 0);
  // No ignored tags: the shortcut also works inside input fields.
  useHotkeys([['mod+K', () => onOpen('commands')]], []);
  return (
    <>
      {open === 'password' ? <ChangePasswordDialog onClose={onClose} /> : null}
      {open === 'recharge' ? <RechargeDialog kind="points" missing={missing} onClose={onClose} /> : null}
      {open === 'quota' ? <RechargeDialog kind="quota" missing={missing} onClose={onClose} /> : null}
      {open === 'settings' ? <SettingsDrawer onClose={onClose} /> : null}
      {open === 'errors' && hasErrors ? <ErrorLogDialog onClose={onClose} /> : null}
      {open === 'commands' ? <CommandMenu onClose={onClose} onOpenDialog={onOpen} /> : null}
      {expired ? <SessionExpiredDialog /> : null}
    </>
  );
}
