import { Drawer, type DrawerProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useReturnFocus } from './use-return-focus';

/** Its header is a `<header>`, which would be a second banner beside the one of the page. */
const NO_LANDMARK = { header: { role: 'presentation' } };

/** A dialog at the right edge, open while mounted. */
export function SideDialog(props: Omit<DrawerProps, 'opened' | 'position'>) {
  const { t } = useTranslation();
  useReturnFocus();
  return (
    <Drawer
      opened
      attributes={NO_LANDMARK}
      position="right"
      closeButtonProps={{ 'aria-label': t('common.close') }}
      {...props}
    />
  );
}
