import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '@/components/page/section-card';
import type { ProjectCard } from '@/lib/screening/types';
import { ResultRows } from '../result-rows';
import { exampleRows } from './example-rows';

export function ProjectExample({ project }: { project: ProjectCard }) {
  const { t } = useTranslation();
  return (
    <SectionCard title={t('screening.project.example')}>
      <ResultRows label={t('screening.project.example')} rows={exampleRows(project)} />
      <Text c="dimmed" size="xs" mt="sm">
        {t('screening.project.example_hint')}
      </Text>
    </SectionCard>
  );
}
