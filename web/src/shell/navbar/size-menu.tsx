import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconTextSize } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { SIZES } from '@/config/constants';
import { useAppStore } from '@/lib/stores/app-store';
import { useSizeSwitch } from './use-size-switch';

export function SizeMenu() {
  const { t } = useTranslation();
  const current = useAppStore((app) => app.size);
  const switchSize = useSizeSwitch();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tooltip label={t('shell.size')}>
          <ActionIcon variant="subtle" color="gray" size={34} aria-label={t('shell.size')}>
            <IconTextSize size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {SIZES.map((size) => (
          <Menu.Item key={size} disabled={size === current} onClick={() => void switchSize(size)}>
            {t(`shell.sizes.${size}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
