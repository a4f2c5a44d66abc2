/** A form in a dialog: asks before input is lost and prevents double submits. */
import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/components/dialog/dialog';
import { confirmLosingInput } from '@/components/confirm/confirm-losing-input';
import { DIALOG_WIDTH_PX } from '@/config/constants';
import { useUnsavedDialogInput } from './use-unsaved-dialog-input';

interface Props {
  /** Key in the registry of unsaved input. */
  name: string;
  title: string;
  dirty: boolean;
  busy: boolean;
  submitLabel: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  children: ReactNode;
  size?: number;
  danger?: boolean;
}

export function FormDialog({
  name,
  title,
  dirty,
  busy,
  submitLabel,
  onSubmit,
  onClose,
  children,
  ...more
}: Props) {
  const { t } = useTranslation();
  const id = useUnsavedDialogInput(name, dirty);

  async function close(): Promise<void> {
    if (await confirmLosingInput(t, [id])) onClose();
  }

  return (
    <Dialog onClose={() => void close()} title={title} size={more.size ?? DIALOG_WIDTH_PX}>
      <form noValidate onSubmit={onSubmit}>
        <Stack gap="sm">
          {children}
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button variant="default" onClick={() => void close()}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={busy} {...(more.danger ? { color: 'red' } : {})}>
              {submitLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
