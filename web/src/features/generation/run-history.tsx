import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { IconBookmark, IconDots, IconListCheck, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { askConfirmation } from '@/components/confirm/ask-confirmation';
import { TruncatedText } from '@/components/data-table/truncated-text';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import type { TableRules } from '@/components/data-table/table-state';
import { useList } from '@/components/data-table/use-list';
import { useLanguage } from '@/lib/i18n/use-language';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { formatMoment } from '@/lib/time';
import { toast } from '@/lib/toast';
import { deleteRun, listRuns, type Run, type RunPage, runsKey } from './api/runs';
import { DownloadMenu } from './download-menu';
import { describeSpace } from './describe-space';
import { SaveDialog } from './save-dialog';
import { useCountryName } from './use-country-name';
import { useFormat } from './use-format';
import { useRunLists } from './use-run-lists';
import classes from './generation.module.css';

const RULES: TableRules = { defaultSize: 10, sizes: [10, 20, 50], sortable: [], filters: [] };
const FETCH = { country: listRuns('country'), custom: listRuns('custom') } as const;

interface Props {
  page: RunPage;
  onContinue: (run: Run) => void;
}

/** Earlier runs of this page with download, continue and delete. */
export function RunHistory({ page, onContinue }: Props) {
  const { t } = useTranslation();
  const may = useHasPermission()('gen_number/generate');
  const list = useList(
    { key: runsKey(page), rules: RULES, fetch: FETCH[page] },
    { title: t('generation.history_empty'), hint: t('generation.history_hint') },
  );
  const remove = useMutation({
    mutationFn: deleteRun,
    onSuccess: () => toast.success(t('generation.deleted')),
    onSettled: list.refresh,
  });

  async function askDelete(run: Run): Promise<void> {
    const sure = await askConfirmation({
      title: t('generation.delete_title', { id: run.id }),
      text: t('generation.delete_text'),
      confirmLabel: t('generation.delete'),
      danger: true,
    });
    if (sure) remove.mutate(run.id);
  }

  const lists = useRunLists();
  const columns = useRunColumns(
    may
      ? { onContinue, onDelete: (run) => void askDelete(run), onSave: lists.save, onCheck: lists.check }
      : null,
  );
  return (
    <div className={classes.history}>
      <DataTable
        name={`runs-${page}`}
        label={t('generation.history')}
        columns={columns}
        rowKey={({ id }) => id}
        {...list.table}
        filters={<h2 className={classes.historyTitle}>{t('generation.history')}</h2>}
      />
      {lists.saving ? <SaveDialog run={lists.saving} onClose={lists.stopSaving} /> : null}
    </div>
  );
}

interface Actions {
  onContinue: (run: Run) => void;
  onDelete: (run: Run) => void;
  /** Null without permission. */
  onSave: ((run: Run) => void) | null;
  onCheck: ((run: Run) => void) | null;
}

function useRunColumns(actions: Actions | null): readonly Column<Run>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const format = useFormat();
  const countryName = useCountryName();
  return [
    { id: 'id', title: t('generation.run_id'), fixed: true, cell: ({ id }) => id },
    {
      id: 'space',
      title: t('generation.what'),
      cell: ({ segments, without_list }) => {
        const spaces = segments.map(({ space }) => describeSpace(space, countryName, t)).join('; ');
        return (
          <TruncatedText wide text={without_list ? t('generation.without_words', { spaces }) : spaces} />
        );
      },
    },
    {
      id: 'count',
      title: t('generation.count'),
      numeric: true,
      cell: ({ count }) => format(count),
    },
    { id: 'order', title: t('generation.order'), cell: ({ order }) => t(`generation.orders.${order}`) },
    {
      id: 'created_at',
      title: t('generation.created_at'),
      cell: ({ created_at }) => formatMoment(created_at, language),
    },
    {
      id: 'expires_at',
      title: t('generation.expires_at'),
      cell: ({ expires_at }) => formatMoment(expires_at, language),
    },
    {
      id: 'actions',
      title: t('form.actions'),
      fixed: true,
      cell: (run) => (
        <Group gap={6} wrap="nowrap">
          <DownloadMenu id={run.id} />
          {actions ? (
            <>
              <Button size="compact-xs" variant="default" onClick={() => actions.onContinue(run)}>
                {t('generation.continue')}
              </Button>
              <RunMenu run={run} actions={actions} />
            </>
          ) : null}
        </Group>
      ),
    },
  ];
}

const ICON = { size: 16, stroke: 1.6 };

function RunMenu({ run, actions }: { run: Run; actions: Actions }) {
  const { t } = useTranslation();
  const { onSave, onCheck, onDelete } = actions;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={24} aria-label={t('generation.more', { id: run.id })}>
          <IconDots {...ICON} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onCheck ? (
          <Menu.Item leftSection={<IconListCheck {...ICON} />} onClick={() => onCheck(run)}>
            {t('generation.check')}
          </Menu.Item>
        ) : null}
        {onSave ? (
          <Menu.Item leftSection={<IconBookmark {...ICON} />} onClick={() => onSave(run)}>
            {t('generation.save_list')}
          </Menu.Item>
        ) : null}
        <Menu.Item color="red" leftSection={<IconTrash {...ICON} />} onClick={() => onDelete(run)}>
          {t('generation.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
