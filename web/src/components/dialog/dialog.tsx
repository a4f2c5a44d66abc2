import { Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useReturnFocus } from './use-return-focus';

/** Its header is a `<header>`, which would be a second banner beside the one of the page. */
const NO_LANDMARK = { header: { role: 'presentation' } };

/** A centred dialog, open while mounted. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  const { t } = useTranslation();
  useReturnFocus();
  return (
    <Modal
      opened
      attributes={NO_LANDMARK}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      {...props}
    />
  );
}
