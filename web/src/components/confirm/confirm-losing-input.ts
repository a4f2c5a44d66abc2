import type { TFunction } from 'i18next';
import { hasUnsavedInput } from '@/lib/unsaved-input';
import { askConfirmation } from './ask-confirmation';

/** True if no input would be lost or the user accepts losing it. */
export async function confirmLosingInput(t: TFunction, paths?: readonly string[]): Promise<boolean> {
  const unsaved = paths === undefined ? hasUnsavedInput() : paths.some((path) => hasUnsavedInput(path));
  if (!unsaved) return true;
  return askConfirmation({
    title: t('common.unsaved_title'),
    text: t('common.unsaved_text'),
    confirmLabel: t('common.discard'),
    danger: true,
  });
}
