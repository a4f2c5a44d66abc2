import { Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useReturnFocus } from './use-return-focus';

/** A centred dialog, open while mounted. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  const { t } = useTranslation();
  useReturnFocus();
  return <Modal opened closeButtonProps={{ 'aria-label': t('common.close') }} {...props} />;
}
