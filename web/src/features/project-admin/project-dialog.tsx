import { Tabs } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConflictNotice } from '@/components/form/conflict-notice';
import { FormDialog } from '@/components/form/form-dialog';
import { useVersionedSave } from '@/components/form/use-versioned-save';
import { useLanguage } from '@/lib/i18n/use-language';
import type { ProjectView } from '@/lib/screening/types';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { toast } from '@/lib/toast';
import { listProjects } from './api/list-projects';
import { saveProject } from './api/save-project';
import {
  detailsOf,
  MOST_NUMBERS,
  type ProblemName,
  projectProblems,
  type ProjectValues,
  type Tab,
  TABS,
  tabOf,
  valuesOf,
  whole,
} from './project-form';
import { nameIn } from './project-rows';
import { AnswersTab, LimitsTab, PricesTab, TextsTab } from './project-tabs';

const WIDTH_PX = 860;
const PANELS = { texts: TextsTab, prices: PricesTab, limits: LimitsTab, answers: AnswersTab } as const;

interface Props {
  /** Null creates a new project. */
  project: ProjectView | null;
  onSaved: () => void;
  onClose: () => void;
}

const versioned = (project: ProjectView | null | undefined) => ({
  version: project?.version ?? 0,
  values: valuesOf(project),
});

export function ProjectDialog({ project, onSaved, onClose }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const locked = !useHasPermission()('project/edit');
  const [tab, setTab] = useState<Tab>('texts');
  const problemText = (problem: ProblemName): string =>
    problem === 'slug'
      ? t('project_admin.slug_problem')
      : t(`project_admin.problems.${problem}`, { min: 1, max: MOST_NUMBERS });
  const form = useForm<ProjectValues>({
    initialValues: valuesOf(project),
    validate: (values) =>
      Object.fromEntries(
        Object.entries(projectProblems(values)).map(([path, problem]) => [path, problemText(problem)]),
      ),
  });
  const { conflict, busy, reloading, submit, reload } = useVersionedSave<ProjectValues>({
    form,
    start: versioned(project),
    save: async (values, version) =>
      (
        await saveProject({
          slug: values.slug,
          version,
          sort: whole(values.sort) ?? 0,
          enabled: values.enabled,
          details: detailsOf(values),
        })
      ).version,
    reload: async () => versioned((await listProjects()).find(({ slug }) => slug === project?.slug)),
    onSaved: () => {
      toast.success(t('form.saved'));
      onSaved();
    },
    fieldPrefix: 'details.',
    ordered: ['statuses', 'channels'],
  });
  const faulty = new Set(Object.keys(form.errors).map(tabOf));
  const name = project ? nameIn(project, language) : '';
  return (
    <FormDialog
      name="project"
      size={WIDTH_PX}
      title={project ? t('project_admin.edit_title', { name }) : t('project_admin.new_title')}
      dirty={form.isDirty()}
      busy={busy}
      submitLabel={locked ? t('common.close') : t('form.save')}
      onSubmit={form.onSubmit(
        (values) => {
          if (locked) onClose();
          else submit(values);
        },
        (errors) => {
          // Switch to the tab with the first error, otherwise the save button would seem to do nothing.
          const places = Object.keys(errors).map(tabOf);
          if (!places.includes(tab) && places[0]) setTab(places[0]);
        },
      )}
      onClose={onClose}
    >
      <ConflictNotice
        conflict={conflict}
        busy={reloading}
        onReload={reload}
        fieldName={(field) => t(`project_admin.fields.${field}`)}
      />
      <Tabs
        value={tab}
        onChange={(next) => setTab(TABS.find((known) => known === next) ?? 'texts')}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {TABS.map((one) => (
            <Tabs.Tab key={one} value={one} {...(faulty.has(one) ? { c: 'red' } : {})}>
              {faulty.has(one)
                ? t('project_admin.tabs.faulty', { name: t(`project_admin.tabs.${one}`) })
                : t(`project_admin.tabs.${one}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map((one) => {
          const Panel = PANELS[one];
          return (
            <Tabs.Panel key={one} value={one}>
              <Panel form={form} locked={locked} isNew={project === null} />
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </FormDialog>
  );
}
