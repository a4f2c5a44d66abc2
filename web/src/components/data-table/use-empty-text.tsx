import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TableState } from './table-state';

interface Empty {
  title: string;
  hint?: string;
  action?: ReactNode;
}

/** Distinguishes an empty list from filters without matches. */
export function useEmptyText(state: TableState, onChange: (state: TableState) => void, plain: Empty): Empty {
  const { t } = useTranslation();
  if (Object.keys(state.filters).length === 0) return plain;
  return {
    title: t('table.nothing_found'),
    hint: t('table.nothing_found_hint'),
    action: (
      <Button variant="default" mt="xs" onClick={() => onChange({ ...state, page: 1, filters: {} })}>
        {t('table.clear_filters')}
      </Button>
    ),
  };
}
