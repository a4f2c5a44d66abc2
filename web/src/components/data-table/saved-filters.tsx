import { ActionIcon, Popover, Skeleton, Tooltip } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '@/components/page/lazy-part';
import { useAppStore } from '@/lib/stores/app-store';
import { DENSITIES } from '@/lib/theme/density';
import type { TableRules, TableState } from './table-state';
import type { ChangeTable } from './use-table-state';

const SavedFilterList = lazyPart('saved filters', () => import('./saved-filter-list'), {
  loading: () => <Skeleton height={80} />,
});

interface Props {
  /** Name of the table. */
  page: string;
  rules: TableRules;
  state: TableState;
  onChange: ChangeTable;
}

/** Saves the filters of a list, and applies saved ones. */
export function SavedFilters({ page, rules, state, onChange }: Props) {
  const { t } = useTranslation();
  const { control } = DENSITIES[useAppStore((app) => app.size)];
  const [open, setOpen] = useState(false);
  return (
    <Popover
      position="bottom-end"
      width={300}
      trapFocus
      returnFocus
      withRoles
      opened={open}
      onChange={setOpen}
    >
      <Popover.Target>
        <Tooltip label={t('table.saved_filters')}>
          <ActionIcon
            variant="default"
            size={`input-${control}`}
            aria-label={t('table.saved_filters')}
            onClick={() => setOpen(!open)}
          >
            <IconBookmark size={17} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('table.saved_filters')}>
        {open ? (
          <SavedFilterList
            page={page}
            rules={rules}
            state={state}
            onApply={(chosen) => {
              setOpen(false);
              onChange(chosen);
            }}
          />
        ) : null}
      </Popover.Dropdown>
    </Popover>
  );
}
