import { Alert, TextInput } from '@mantine/core';
import { IconInfoCircle, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/page/empty-state';
import { PageHeader } from '@/components/page/page-header';
import { waitingFileName } from '@/lib/screening/handed-file';
import { useLabels } from '@/lib/screening/labels';
import type { ProjectCard } from '@/lib/screening/types';
import { useSessionStore } from '@/lib/session/session-store';
import { findChecks } from '../checks/find-checks';
import { useFavourites } from '../checks/use-favourites';
import { ProjectCards } from '../project-cards';
import { useNumberList } from '../use-number-list';

interface Props {
  projects: readonly ProjectCard[];
  list: number | null;
  onChoose: (slug: string) => void;
}

/** Selects the check of a new task. */
export function ProjectChoice({ projects, list, onChoose }: Props) {
  const { t } = useTranslation();
  const labels = useLabels();
  const [typed, setTyped] = useState('');
  const [favourites] = useFavourites(useSessionStore(({ user }) => user?.uid ?? 0));
  const generated = useNumberList(list).data?.generated === true;
  const file = waitingFileName();
  const offered = generated ? projects.filter(({ answerer }) => answerer !== 'channels') : projects;
  const found = findChecks(offered, typed, labels.category);
  return (
    <>
      <PageHeader
        title={t('screening.new_task')}
        description={
          file === null ? t('screening.choose_project') : t('screening.choose_project_for', { name: file })
        }
        actions={
          <TextInput
            type="search"
            aria-label={t('checks.search')}
            placeholder={t('checks.search')}
            leftSection={<IconSearch size={15} stroke={1.7} />}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        }
      />
      {generated ? (
        <Alert color="blue" mt="sm" icon={<IconInfoCircle size={18} stroke={1.6} />}>
          {t('screening.generated_hint')}
        </Alert>
      ) : null}
      {offered.length === 0 ? <EmptyState title={t('screening.no_projects')} /> : null}
      {offered.length > 0 && found.length === 0 ? <EmptyState title={t('table.nothing_found')} /> : null}
      <ProjectCards projects={found} favourites={favourites} onChoose={onChoose} />
    </>
  );
}
