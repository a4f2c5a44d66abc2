import { Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from './use-focus-back';

/** A dialog in the middle, open for as long as it is there. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  const { t } = useTranslation();
  useFocusBack();
  return <Modal opened closeButtonProps={{ 'aria-label': t('common.close') }} {...props} />;
}
