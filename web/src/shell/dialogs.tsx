/** The shell's dialogs, loaded when first opened. */
import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { loadMessages } from '@/lib/i18n/i18n';
import { useSessionStore } from '@/lib/session/session-store';
import { useErrorLog } from '@/lib/stores/error-log-store';

const RechargeDialog = lazy(async () => {
  const [dialog] = await Promise.all([import('@/features/recharge/recharge-dialog'), loadMessages('money')]);
  return dialog;
});
const ChangePasswordDialog = lazy(() => import('@/features/auth/change-password-dialog'));
const SettingsDrawer = lazy(() => import('./settings/settings-drawer'));
const ErrorLogDialog = lazy(() => import('./error-log/error-log-dialog'));
const CommandMenu = lazy(() => import('./command-menu/command-menu'));
const SessionExpiredDialog = lazy(() => import('./session/session-expired-dialog'));

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
    <Suspense fallback={null}>
      {open === 'password' ? <ChangePasswordDialog onClose={onClose} /> : null}
      {open === 'recharge' ? <RechargeDialog kind="points" missing={missing} onClose={onClose} /> : null}
      {open === 'quota' ? <RechargeDialog kind="quota" missing={missing} onClose={onClose} /> : null}
      {open === 'settings' ? <SettingsDrawer onClose={onClose} /> : null}
      {open === 'errors' && hasErrors ? <ErrorLogDialog onClose={onClose} /> : null}
      {open === 'commands' ? <CommandMenu onClose={onClose} onOpenDialog={onOpen} /> : null}
      {expired ? <SessionExpiredDialog /> : null}
    </Suspense>
  );
}
