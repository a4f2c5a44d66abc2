import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/page/empty-state';
import { PageHeader } from '@/components/page/page-header';
import type { ProjectCard } from '@/lib/screening/types';
import { ProjectCards } from '../project-cards';

interface Props {
  projects: readonly ProjectCard[];
  onChoose: (slug: string) => void;
}

/** The list is there already, but nobody has said what to ask about it. */
export function ProjectChoice({ projects, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('screening.new_task')} description={t('screening.choose_project')} />
      {projects.length === 0 ? <EmptyState title={t('screening.no_projects')} /> : null}
      <ProjectCards projects={projects} onChoose={onChoose} />
    </>
  );
}
