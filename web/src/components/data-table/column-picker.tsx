import { ActionIcon, Checkbox, Popover, Stack, Text, Tooltip } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAppStore } from '@/lib/stores/app-store';
import { DENSITIES } from '@/lib/theme/density';

interface Props {
  columns: readonly { id: string; title: string; fixed?: boolean }[];
  hidden: readonly string[];
  onChange: (column: string, shown: boolean) => void;
  /** Matches the size of the pager. */
  small?: boolean;
}

export function ColumnPicker({ columns, hidden, onChange, small = false }: Props) {
  const { t } = useTranslation();
  const { control } = DENSITIES[useAppStore((app) => app.size)];
  return (
    <Popover
      position="bottom-end"
      middlewares={{ flip: true, shift: true, size: { padding: 8 } }}
      trapFocus
      returnFocus
      withRoles
    >
      <Popover.Target>
        <Tooltip label={t('table.columns')}>
          <ActionIcon
            variant="default"
            size={small ? 30 : `input-${control}`}
            aria-label={t('table.columns')}
          >
            <IconColumns3 size={17} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('table.columns')} style={{ overflowY: 'auto' }}>
        <Text size="xs" c="dimmed" mb={8}>
          {t('table.columns')}
        </Text>
        <Stack gap={8}>
          {columns
            .filter(({ fixed }) => !fixed)
            .map(({ id, title }) => (
              <Checkbox
                key={id}
                label={title}
                checked={!hidden.includes(id)}
                onChange={(event) => onChange(id, event.currentTarget.checked)}
              />
            ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
