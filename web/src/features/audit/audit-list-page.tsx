import { Button, UnstyledButton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { useList } from '@/components/data-table/use-list';
import { PageHeader } from '@/components/page/page-header';
import { download } from '@/lib/download';
import { useLanguage } from '@/lib/i18n/use-language';
import { useTitle } from '@/lib/i18n/use-title';
import { formatMoment } from '@/lib/time';
import { type AuditEntry, exportAudit, listAudit } from './api/audit-log';
import { readDetail } from './audit-detail';
import { AuditDrawer } from './audit-drawer';
import { AUDIT_FILTERS } from './audit-filter';
import { AuditFilters } from './audit-filters';
import { useAuditNames } from './audit-names';
import classes from './audit.module.css';

const LIST = {
  key: 'audit/list',
  rules: { defaultSize: 50, sizes: [20, 50, 100], sortable: [], filters: AUDIT_FILTERS },
  fetch: listAudit,
};

export default function AuditListPage() {
  const { t } = useTranslation();
  const title = useTitle()('audit_log');
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  const columns = useAuditColumns(setOpened);
  const list = useList(LIST, { title: t('audit.empty') });
  const exporting = useMutation({
    mutationFn: () => exportAudit(list.state),
    onSuccess: download,
  });
  return (
    <>
      <PageHeader
        title={title}
        description={t('audit.description')}
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.6} />}
            loading={exporting.isPending}
            onClick={() => exporting.mutate()}
          >
            {t('form.export')}
          </Button>
        }
      />
      <DataTable
        name="audit"
        label={title}
        columns={columns}
        rowKey={({ id }) => id}
        {...list.table}
        filters={<AuditFilters state={list.state} onChange={list.change} />}
      />
      {opened ? <AuditDrawer entry={opened} onClose={() => setOpened(null)} /> : null}
    </>
  );
}

function useAuditColumns(onOpen: (entry: AuditEntry) => void): readonly Column<AuditEntry>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const names = useAuditNames();
  return [
    { id: 'at', title: t('audit.at'), cell: ({ at }) => formatMoment(at, language) },
    {
      id: 'action',
      title: t('audit.action'),
      fixed: true,
      cell: (entry) => (
        <UnstyledButton
          className={classes.open}
          title={t('audit.open', { id: entry.id })}
          onClick={() => onOpen(entry)}
        >
          {names.action(entry.action)}
        </UnstyledButton>
      ),
    },
    {
      id: 'actor',
      title: t('audit.actor'),
      cell: ({ actor, actor_name }) => names.account(actor, actor_name),
    },
    {
      id: 'subject',
      title: t('audit.subject'),
      cell: ({ subject, subject_name }) => names.account(subject, subject_name, '—'),
    },
    {
      id: 'change',
      title: t('audit.change'),
      cell: ({ detail }) => {
        const { changes } = readDetail(detail);
        return changes.length === 0 ? '—' : t('audit.changes', { count: changes.length });
      },
    },
    { id: 'ip', title: t('audit.ip'), cell: ({ ip }) => ip || '—' },
  ];
}
