import { Drawer, type DrawerProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from './use-focus-back';

/** A dialog at the right edge, open while mounted. */
export function SideDialog(props: Omit<DrawerProps, 'opened' | 'position'>) {
  const { t } = useTranslation();
  useFocusBack();
  return <Drawer opened position="right" closeButtonProps={{ 'aria-label': t('common.close') }} {...props} />;
}
