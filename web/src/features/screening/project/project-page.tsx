/** A project page: description, price and its tasks. */
import { Alert, Button } from '@mantine/core';
import { IconPlugConnectedX, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { EmptyState } from '@/components/page/empty-state';
import { ErrorState } from '@/components/page/error-state';
import { PageHeader } from '@/components/page/page-header';
import { PageSkeleton } from '@/components/page/page-skeleton';
import { TaskTable } from '@/components/task-table/task-table';
import { newTaskPath } from '@/config/paths';
import type { ProjectCard } from '@/lib/screening/types';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { useCatalogue } from '@/lib/screening/use-catalogue';
import { ProjectExample } from './project-example';
import { ProjectFacts } from './project-facts';
import classes from '../screening.module.css';

export default function ProjectPage() {
  const { t } = useTranslation();
  const slug = useLocation().pathname.split('/').at(-1) ?? '';
  const catalogue = useCatalogue();
  if (catalogue.isPending) return <PageSkeleton />;
  if (catalogue.isLoadingError) {
    return <ErrorState wholePage error={catalogue.error} onRetry={() => void catalogue.refetch()} />;
  }
  const project = catalogue.data.find((one) => one.slug === slug);
  if (!project) {
    return (
      <EmptyState wholePage title={t('screening.project.gone')} hint={t('screening.project.gone_hint')} />
    );
  }
  return <Project project={project} />;
}

function Project({ project }: { project: ProjectCard }) {
  const { t } = useTranslation();
  const may = useHasPermission();
  const newTask = may('task/create') ? <NewTask project={project} /> : null;
  return (
    <>
      <PageHeader title={project.name} description={project.description} actions={newTask} />
      <div className={classes.stack}>
        {project.usable ? null : (
          <Alert
            color="yellow"
            icon={<IconPlugConnectedX size={18} stroke={1.6} />}
            title={t('screening.no_channel')}
          >
            {t('screening.no_channel_hint')}
          </Alert>
        )}
        <div className={classes.columns}>
          <ProjectFacts project={project} />
          <ProjectExample project={project} />
        </div>
        {may('task/list') ? (
          <TaskTable
            name="project-tasks"
            label={t('screening.project.tasks')}
            within={{ project: project.slug }}
            empty={{
              title: t('tasks.empty'),
              hint: t('screening.tasks.empty_hint'),
              action: project.usable ? newTask : null,
            }}
          />
        ) : null}
      </div>
    </>
  );
}

function NewTask({ project }: { project: ProjectCard }) {
  const { t } = useTranslation();
  const icon = <IconPlus size={16} stroke={1.8} />;
  if (!project.usable) {
    return (
      <Button leftSection={icon} disabled>
        {t('screening.new_task')}
      </Button>
    );
  }
  return (
    <Button component={Link} to={newTaskPath(project.slug)} leftSection={icon}>
      {t('screening.new_task')}
    </Button>
  );
}
