import { NativeSelect, Pagination, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/lib/i18n/use-language';
import { pageCount, type TableState } from './table-state';
import classes from './data-table.module.css';

interface Props {
  total: number;
  sizes: readonly number[];
  state: TableState;
  onChange: (state: TableState) => void;
}

export function TablePager({ total, sizes, state, onChange }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const pages = pageCount(total, state.size);
  return (
    <div className={classes.pager}>
      <Text c="dimmed" className="ns-numeric">
        {t('table.total', { total: new Intl.NumberFormat(language).format(total) })}
      </Text>
      <NativeSelect
        size="xs"
        aria-label={t('table.page_size')}
        value={String(state.size)}
        data={sizes.map((size) => ({ value: String(size), label: t('table.rows_a_page', { size }) }))}
        onChange={(event) => onChange({ ...state, page: 1, size: Number(event.currentTarget.value) })}
      />
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
    </div>
  );
}
