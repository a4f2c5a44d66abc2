import { ActionIcon, Group, NativeSelect, Pagination, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/lib/i18n/use-language';
import { pageCount, type TableState } from './table-state';
import classes from './data-table.module.css';

interface Props {
  total: number;
  sizes: readonly number[];
  state: TableState;
  onChange: (state: TableState) => void;
  /** Cursor-based lists have a next page but cannot jump. */
  stepwise?: boolean;
  /** The total is not known. */
  uncounted?: boolean;
  /** The column picker, if there are no filters above the table. */
  columns?: ReactNode;
}

export function TablePager(props: Props) {
  const { total, sizes, state, onChange, stepwise = false, uncounted = false, columns } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const pages = pageCount(total, state.size);
  return (
    <div className={classes.pager}>
      {uncounted ? null : (
        <Text c="dimmed" className="ns-numeric">
          {t('table.total', { total: new Intl.NumberFormat(language).format(total) })}
        </Text>
      )}
      <NativeSelect
        size="xs"
        aria-label={t('table.page_size')}
        value={String(state.size)}
        data={sizes.map((size) => ({ value: String(size), label: t('table.rows_a_page', { size }) }))}
        onChange={(event) => onChange({ ...state, page: 1, size: Number(event.currentTarget.value) })}
      />
      {columns}
      {stepwise ? (
        <Steps
          page={Math.min(state.page, pages)}
          pages={pages}
          onChange={(page) => onChange({ ...state, page })}
        />
      ) : (
        <Pagination
          className={classes.pages}
          size="sm"
          total={pages}
          value={Math.min(state.page, pages)}
          onChange={(page) => onChange({ ...state, page })}
          getControlProps={(control) => ({
            'aria-label': control === 'previous' ? t('table.previous_page') : t('table.next_page'),
          })}
          getItemProps={(page) => ({ 'aria-label': t('table.page_n', { page }) })}
        />
      )}
    </div>
  );
}

interface StepsProps {
  page: number;
  pages: number;
  onChange: (page: number) => void;
}

function Steps({ page, pages, onChange }: StepsProps) {
  const { t } = useTranslation();
  return (
    <Group className={classes.pages} gap={8} wrap="nowrap">
      <ActionIcon
        variant="default"
        size={28}
        aria-label={t('table.previous_page')}
        disabled={page <= 1}
        onClick={() => onChange(page - 1)}
      >
        <IconChevronLeft size={16} stroke={1.7} />
      </ActionIcon>
      <Text className="ns-numeric">{t('table.page_n', { page })}</Text>
      <ActionIcon
        variant="default"
        size={28}
        aria-label={t('table.next_page')}
        disabled={page >= pages}
        onClick={() => onChange(page + 1)}
      >
        <IconChevronRight size={16} stroke={1.7} />
      </ActionIcon>
    </Group>
  );
}
