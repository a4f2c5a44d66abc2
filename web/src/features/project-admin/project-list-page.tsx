import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '@/components/data-table/data-table';
import { FieldFilters, type FilterField } from '@/components/data-table/field-filters';
import { useWholeList } from '@/components/data-table/use-list';
import { PageHeader } from '@/components/page/page-header';
import { useLanguage } from '@/lib/i18n/use-language';
import { useTitle } from '@/lib/i18n/use-title';
import { useLabels } from '@/lib/screening/labels';
import { CATEGORIES, type ProjectView } from '@/lib/screening/types';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { toast } from '@/lib/toast';
import { listProjects, PROJECTS_KEY } from './api/list-projects';
import { saveProject } from './api/save-project';
import { useProjectColumns } from './project-columns';
import { ProjectDialog } from './project-dialog';
import { PROJECT_FILTERS, PROJECT_SORTS, projectRows } from './project-rows';

const RULES = { defaultSize: 50, sizes: [20, 50, 100], sortable: PROJECT_SORTS, filters: PROJECT_FILTERS };

function projectsOptions() {
  return queryOptions({ queryKey: [PROJECTS_KEY], queryFn: ({ signal }) => listProjects(signal) });
}

export default function ProjectListPage() {
  const { t } = useTranslation();
  const title = useTitle()('project_management');
  const mayEdit = useHasPermission()('project/edit');
  const language = useLanguage();
  // Undefined if closed, null for a new project.
  const [open, setOpen] = useState<ProjectView | null | undefined>(undefined);
  const list = useWholeList(
    {
      key: PROJECTS_KEY,
      rules: RULES,
      options: projectsOptions,
      rows: (projects, state) => projectRows(projects, state, language),
    },
    { title: t('project_admin.empty') },
  );
  const enable = useMutation({
    mutationFn: ({ project, enabled }: { project: ProjectView; enabled: boolean }) =>
      saveProject({ ...project, enabled }),
    onSuccess: ({ enabled }) =>
      toast.success(enabled ? t('project_admin.enabled_done') : t('project_admin.disabled_done')),
    onSettled: list.refresh,
  });
  const columns = useProjectColumns({
    mayEdit,
    busy: enable.isPending ? enable.variables.project.slug : null,
    onOpen: setOpen,
    onEnable: (project, enabled) => enable.mutate({ project, enabled }),
  });
  return (
    <>
      <PageHeader
        title={title}
        description={t('project_admin.description')}
        actions={
          mayEdit ? (
            <Button leftSection={<IconPlus size={16} stroke={1.6} />} onClick={() => setOpen(null)}>
              {t('project_admin.new')}
            </Button>
          ) : null
        }
      />
      <DataTable
        name="projects"
        label={title}
        columns={columns}
        rowKey={({ slug }) => slug}
        {...list.table}
        filters={<FieldFilters fields={useProjectFields()} state={list.state} onChange={list.change} />}
      />
      {open === undefined ? null : (
        <ProjectDialog
          project={open}
          onSaved={() => {
            setOpen(undefined);
            void list.refresh();
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

function useProjectFields(): readonly FilterField[] {
  const { t } = useTranslation();
  const labels = useLabels();
  return [
    { name: 'search', label: t('project_admin.search'), width: 180 },
    {
      name: 'category',
      label: t('project_admin.category'),
      options: [
        { value: '', label: t('project_admin.all_categories') },
        ...CATEGORIES.map((value) => ({ value, label: labels.category(value) })),
      ],
    },
    {
      name: 'enabled',
      label: t('project_admin.enabled'),
      options: [
        { value: '', label: t('project_admin.all_states') },
        { value: 'true', label: t('project_admin.only_enabled') },
        { value: 'false', label: t('project_admin.only_disabled') },
      ],
    },
  ];
}
