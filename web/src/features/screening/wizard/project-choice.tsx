import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/page/empty-state';
import { PageHeader } from '@/components/page/page-header';
import { waitingFileName } from '@/lib/screening/handed-file';
import type { ProjectCard } from '@/lib/screening/types';
import { ProjectCards } from '../project-cards';
import { useList } from '../use-list';

interface Props {
  projects: readonly ProjectCard[];
  list: number | null;
  onChoose: (slug: string) => void;
}

/** Selects a project for an existing list. */
export function ProjectChoice({ projects, list, onChoose }: Props) {
  const { t } = useTranslation();
  const generated = useList(list).data?.generated === true;
  const file = waitingFileName();
  const offered = generated ? projects.filter(({ answerer }) => answerer !== 'channels') : projects;
  return (
    <>
      <PageHeader
        title={t('screening.new_task')}
        description={
          file === null ? t('screening.choose_project') : t('screening.choose_project_for', { name: file })
        }
      />
      {generated ? (
        <Alert color="blue" mt="sm" icon={<IconInfoCircle size={18} stroke={1.6} />}>
          {t('screening.generated_hint')}
        </Alert>
      ) : null}
      {offered.length === 0 ? <EmptyState title={t('screening.no_projects')} /> : null}
      <ProjectCards projects={offered} onChoose={onChoose} />
    </>
  );
}
