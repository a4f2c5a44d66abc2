/** Suppression lists, saved lists and uploads. */
import { Button, Tabs } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { DataTable } from '@/components/data-table/data-table';
import { SearchFilter } from '@/components/data-table/search-filter';
import { type TableRules, withFilters } from '@/components/data-table/table-state';
import { useList } from '@/components/data-table/use-list';
import { useTableState } from '@/components/data-table/use-table-state';
import { lazyDialog } from '@/components/dialog/lazy-dialog';
import { PageHeader } from '@/components/page/page-header';
import { paths } from '@/config/paths';
import { useTitle } from '@/lib/i18n/use-title';
import type { ListKind, ListView } from '@/lib/screening/list-types';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { listLists, listOptions, LISTS_KEY, noteList } from '../api/lists';
import { useListActions } from '../use-list-actions';
import { useListEvents } from '../use-number-list';
import { ImportDialog } from './import-dialog';
import { useListColumns } from './list-columns';
import { RenameDialog } from './rename-dialog';

const NoteDialog = lazyDialog(
  'note dialog',
  () => import('@/components/form/note-dialog'),
  ({ onClose }) => onClose(),
);

const RULES: TableRules = {
  defaultSize: 20,
  sizes: [20, 50, 100],
  sortable: [],
  filters: ['kind', 'search'],
};

type Open = { kind: 'import'; list: ListView | null } | { kind: 'rename' | 'note'; list: ListView };

export default function ListPage() {
  const { t } = useTranslation();
  const title = useTitle()('number_lists');
  const may = useHasPermission();
  const [state, setState] = useTableState(RULES);
  const kinds: readonly ListKind[] = [
    'suppression',
    'saved',
    'upload',
    ...(may('list/global') ? (['global'] as const) : []),
  ];
  const kind = kinds.find((one) => one === state.filters.kind) ?? 'suppression';
  const [open, setOpen] = useState<Open | null>(null);
  const mayAdd = kind === 'global' ? may('list/global') : may('list/edit');
  const importButton =
    mayAdd && kind !== 'upload' ? (
      <Button
        leftSection={<IconUpload size={16} stroke={1.6} />}
        onClick={() => setOpen({ kind: 'import', list: null })}
      >
        {t(`lists.import.${kind}`)}
      </Button>
    ) : null;
  return (
    <>
      <PageHeader title={title} description={t(`lists.hints.${kind}`)} actions={importButton} />
      <Tabs
        value={kind}
        keepMounted={false}
        onChange={(next) => setState(withFilters({ ...state, page: 1 }, { kind: next ?? '' }))}
      >
        <Tabs.List mb="md">
          {kinds.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(`lists.kinds.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={kind}>
          <ListTable kind={kind} onOpen={setOpen} />
        </Tabs.Panel>
      </Tabs>
      {open?.kind === 'import' ? (
        <ImportDialog kind={kind} started={open.list} onClose={() => setOpen(null)} />
      ) : null}
      {open?.kind === 'note' ? <ListNote list={open.list} onClose={() => setOpen(null)} /> : null}
      {open?.kind === 'rename' ? <RenameDialog list={open.list} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

function ListNote({ list: { id, name, note }, onClose }: { list: ListView; onClose: () => void }) {
  const { refresh } = useListActions();
  const queryClient = useQueryClient();
  const save = async (before: string, changed: string): Promise<void> => {
    await noteList(id, before, changed);
    refresh();
  };
  const load = async (): Promise<string> =>
    (await queryClient.fetchQuery({ ...listOptions(id), staleTime: 0 })).note;
  return <NoteDialog name={name} note={note} save={save} load={load} onClose={onClose} />;
}

interface TableProps {
  kind: ListKind;
  onOpen: (open: Open) => void;
}

function ListTable({ kind, onOpen }: TableProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const actions = useListActions();
  const list = useList(
    { key: LISTS_KEY, rules: RULES, fetch: listLists, within: () => ({ kind }) },
    { title: t(`lists.empty.${kind}`), hint: t(`lists.empty_hints.${kind}`) },
  );
  useListEvents(() => actions.refresh());
  const columns = useListColumns(kind, {
    onUse: ({ id }) => void navigate(`${paths.newTask}?list=${id}`),
    onContinue: (one) => onOpen({ kind: 'import', list: one }),
    onExport: (one) => void actions.exportNumbers(one),
    onExportRejected: (one) => void actions.exportRejected(one),
    onRename: (one) => onOpen({ kind: 'rename', list: one }),
    onNote: (one) => onOpen({ kind: 'note', list: one }),
    onKeep: (one) => void actions.keep(one),
    onRemove: (one) => void actions.remove(one),
  });
  return (
    <DataTable
      name="lists"
      label={t(`lists.kinds.${kind}`)}
      columns={columns}
      rowKey={({ id }) => id}
      {...list.table}
      filters={<SearchFilter label={t('lists.search')} state={list.state} onChange={list.change} />}
    />
  );
}
