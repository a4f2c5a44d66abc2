import { ActionIcon, Button, Group, Skeleton, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { IconCheck, IconPencil, IconTrash } from '@tabler/icons-react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '@/components/page/error-state';
import { type CallData, callFor } from '@/lib/api/client';
import { useSessionStore } from '@/lib/session/session-store';
import { filterText, hasFilterText, stateOfFilter } from './filter-text';
import type { TableRules, TableState } from './table-state';
import classes from './data-table.module.css';

type SavedFilter = CallData<'filter/list'>['items'][number];

const KEY = 'filter/list';
const NAME_MAX_CHARS = 60;
const SILENT = { silent: true } as const;

function savedFiltersOptions(uid: number | undefined, page: string) {
  return queryOptions({
    queryKey: [KEY, uid, page],
    queryFn: ({ signal }) => callFor('filter/list', { page }, { ...SILENT, signal }),
  });
}

interface Props {
  page: string;
  rules: TableRules;
  state: TableState;
  onApply: (state: TableState) => void;
}

/** The saved filters of a list, with a field to save the present one. */
export default function SavedFilterList({ page, rules, state, onApply }: Props) {
  const { t } = useTranslation();
  const uid = useSessionStore((session) => session.user?.uid);
  const visiting = useSessionStore((session) => session.user?.switching === 1);
  const query = useQuery(savedFiltersOptions(uid, page));
  return (
    <Stack gap="sm">
      <Text size="xs" c="dimmed">
        {t('table.saved_filters')}
      </Text>
      {query.isPending ? <Skeleton height={40} /> : null}
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.data?.items.length === 0 ? <Text size="sm">{t('table.no_saved_filters')}</Text> : null}
      {query.data && query.data.items.length > 0 ? (
        <ul className={classes.saved}>
          {query.data.items.map((saved) => (
            <Saved
              key={saved.id}
              saved={saved}
              fixed={visiting}
              onApply={() => onApply(stateOfFilter(saved.query, rules, state))}
            />
          ))}
        </ul>
      ) : null}
      {visiting ? null : <SaveForm page={page} rules={rules} state={state} />}
    </Stack>
  );
}

interface SavedProps {
  saved: SavedFilter;
  /** It can only be applied. */
  fixed: boolean;
  onApply: () => void;
}

function Saved({ saved, fixed, onApply }: SavedProps) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const [name, setName] = useState<string | null>(null);
  const renaming = useMutation({
    mutationFn: (chosen: string) => callFor('filter/rename', { id: saved.id, name: chosen }, SILENT),
    onSuccess: () => {
      setName(null);
      return refresh();
    },
  });
  const removing = useMutation({
    mutationFn: () => callFor('filter/remove', { id: saved.id }, SILENT),
    onSuccess: refresh,
  });
  if (name !== null) {
    return (
      <li>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim()) renaming.mutate(name.trim());
          }}
        >
          <Group gap={4} wrap="nowrap">
            <TextInput
              data-autofocus
              flex={1}
              aria-label={t('table.filter_name')}
              maxLength={NAME_MAX_CHARS}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <ActionIcon
              type="submit"
              variant="default"
              aria-label={t('table.rename_filter', { name: saved.name })}
              loading={renaming.isPending}
            >
              <IconCheck size={16} stroke={1.6} />
            </ActionIcon>
          </Group>
        </form>
      </li>
    );
  }
  return (
    <li className={classes.savedRow}>
      <UnstyledButton className={classes.savedName} onClick={onApply}>
        {saved.name}
      </UnstyledButton>
      {fixed ? null : (
        <>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('table.rename_filter', { name: saved.name })}
            onClick={() => setName(saved.name)}
          >
            <IconPencil size={16} stroke={1.6} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('table.delete_filter', { name: saved.name })}
            loading={removing.isPending}
            onClick={() => removing.mutate()}
          >
            <IconTrash size={16} stroke={1.6} />
          </ActionIcon>
        </>
      )}
    </li>
  );
}

function SaveForm({ page, rules, state }: Omit<Props, 'onApply'>) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const [name, setName] = useState('');
  const saving = useMutation({
    mutationFn: () =>
      callFor('filter/save', { page, name: name.trim(), query: filterText(state, rules) }, SILENT),
    onSuccess: () => {
      setName('');
      return refresh();
    },
  });
  const nothing = !hasFilterText(state, rules);
  function save(event: FormEvent): void {
    event.preventDefault();
    if (name.trim() && !nothing) saving.mutate();
  }
  if (nothing) {
    return (
      <Text size="xs" c="dimmed">
        {t('table.nothing_to_save')}
      </Text>
    );
  }
  return (
    <form onSubmit={save}>
      <Group gap={6} wrap="nowrap" align="end">
        <TextInput
          flex={1}
          label={t('table.filter_name')}
          maxLength={NAME_MAX_CHARS}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={saving.isPending} disabled={!name.trim()}>
          {t('table.save_filter')}
        </Button>
      </Group>
    </form>
  );
}

function useRefresh(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: [KEY] });
}
