import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DataTable } from '@/components/data-table/data-table';
import type { TableRules } from '@/components/data-table/table-state';
import { useTableQuery } from '@/components/data-table/use-table-query';
import { useTableState } from '@/components/data-table/use-table-state';
import { PageHeader } from '@/components/page/page-header';
import { useTitle } from '@/lib/i18n/use-title';
import { listUsers } from './api/list-users';
import { useUserColumns } from './user-columns';
import { UserFilters } from './user-filters';

const RULES: TableRules = {
  defaultSize: 20,
  sizes: [20, 50, 100],
  sortable: ['uid', 'username', 'account_type', 'created_at', 'last_login_at'],
  filters: ['search', 'account_type', 'enabled'],
};

export default function UserListPage() {
  const { t } = useTranslation();
  const title = useTitle()('user_management');
  const [state, setState] = useTableState(RULES);
  const query = useTableQuery('user/list', state, listUsers);
  const columns = useUserColumns();
  const filtered = Object.keys(state.filters).length > 0;
  return (
    <>
      <PageHeader title={title} description={t('users.description')} />
      <DataTable
        name="users"
        label={title}
        columns={columns}
        rowKey={(row) => row.uid}
        query={query}
        rules={RULES}
        state={state}
        onChange={setState}
        filters={<UserFilters state={state} onChange={setState} />}
        empty={
          filtered
            ? {
                title: t('table.nothing_found'),
                hint: t('table.nothing_found_hint'),
                action: (
                  <Button
                    variant="default"
                    mt="xs"
                    onClick={() => setState({ ...state, page: 1, filters: {} })}
                  >
                    {t('table.clear_filters')}
                  </Button>
                ),
              }
            : { title: t('users.empty'), hint: t('users.empty_hint') }
        }
      />
    </>
  );
}
