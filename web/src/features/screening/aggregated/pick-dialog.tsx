import { Button, Group, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '@/components/dialog/dialog';
import { EmptyState } from '@/components/page/empty-state';
import type { ProjectCard } from '@/lib/screening/types';
import { ProjectCards } from '../project-cards';

interface Props {
  projects: readonly ProjectCard[];
  /** How many have been chosen. */
  picked: number;
  onPick: (slug: string) => void;
  onClose: () => void;
}

export function PickDialog({ projects, picked, onPick, onClose }: Props) {
  const { t } = useTranslation();
  const search = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const found = projects.filter(
    ({ name, slug }) => name.toLowerCase().includes(wanted) || slug.includes(wanted),
  );
  return (
    <Dialog onClose={onClose} size={820} title={t('screening.aggregated.add')}>
      <TextInput
        ref={search}
        data-autofocus
        aria-label={t('screening.aggregated.search')}
        placeholder={t('screening.aggregated.search')}
        leftSection={<IconSearch size={15} stroke={1.7} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {found.length === 0 ? <EmptyState title={t('table.nothing_found')} /> : null}
      <ProjectCards
        projects={found}
        onChoose={(slug) => {
          // The chosen card disappears, and the next project is searched for.
          search.current?.focus();
          setTyped('');
          onPick(slug);
        }}
      />
      <Group justify="flex-end" mt="md">
        <Text c="dimmed" size="sm" aria-live="polite">
          {t('screening.aggregated.picked', { count: picked })}
        </Text>
        <Button onClick={onClose}>{t('screening.aggregated.done')}</Button>
      </Group>
    </Dialog>
  );
}
