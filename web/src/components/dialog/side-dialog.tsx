import { Drawer, type DrawerProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useReturnFocus } from './use-return-focus';

/** A dialog at the right edge, open while mounted. */
export function SideDialog(props: Omit<DrawerProps, 'opened' | 'position'>) {
  const { t } = useTranslation();
  useReturnFocus();
  return <Drawer opened position="right" closeButtonProps={{ 'aria-label': t('common.close') }} {...props} />;
}
