import { Badge, Button, Group, Switch, Text, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Column } from '@/components/data-table/column';
import { TruncatedText } from '@/components/data-table/truncated-text';
import { MenuIcon } from '@/components/icon/menu-icon';
import { useLanguage } from '@/lib/i18n/use-language';
import { useLabels } from '@/lib/screening/labels';
import type { ProjectView } from '@/lib/screening/types';
import { usePoints } from '@/lib/screening/use-points';
import { nameIn } from './project-rows';
import classes from './project-admin.module.css';

interface Options {
  mayEdit: boolean;
  /** The project that is being enabled or disabled. */
  busy: string | null;
  onOpen: (project: ProjectView) => void;
  onEnable: (project: ProjectView, enabled: boolean) => void;
}

export function useProjectColumns({
  mayEdit,
  busy,
  onOpen,
  onEnable,
}: Options): readonly Column<ProjectView>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const labels = useLabels();
  const points = usePoints();
  const compact = new Intl.NumberFormat(language, { notation: 'compact' });
  return [
    {
      id: 'name',
      title: t('project_admin.name'),
      fixed: true,
      cell: (project) => (
        <Group gap={8} wrap="nowrap">
          <MenuIcon name={project.details.icon} />
          <UnstyledButton className={classes.name} onClick={() => onOpen(project)}>
            <TruncatedText wide text={nameIn(project, language)} />
          </UnstyledButton>
          <Text span size="xs" c="dimmed" ff="monospace">
            {project.slug}
          </Text>
        </Group>
      ),
    },
    {
      id: 'category',
      title: t('project_admin.category'),
      cell: ({ details }) => labels.category(details.category),
    },
    {
      id: 'enabled',
      title: t('project_admin.enabled'),
      cell: (project) => (
        <Switch
          size="sm"
          checked={project.enabled}
          disabled={!mayEdit || busy === project.slug}
          aria-label={t('project_admin.enable_of', { name: nameIn(project, language) })}
          onChange={(event) => onEnable(project, event.currentTarget.checked)}
        />
      ),
    },
    {
      id: 'usable',
      title: t('project_admin.channel_state'),
      cell: ({ usable }) => (
        <Badge variant="dot" color={usable ? 'teal' : 'orange'} tt="none" fw={500}>
          {usable ? t('project_admin.usable') : t('project_admin.no_channel')}
        </Badge>
      ),
    },
    {
      id: 'price',
      title: t('project_admin.price'),
      numeric: true,
      cell: ({ details }) => {
        const others = Object.keys(details.country_prices).length;
        return (
          <>
            {points.exact(details.price)}
            {others > 0 ? (
              <Text span size="xs" c="dimmed" ml={6}>
                {t('project_admin.country_prices_count', { n: others })}
              </Text>
            ) : null}
          </>
        );
      },
    },
    {
      id: 'numbers',
      title: t('project_admin.numbers'),
      numeric: true,
      cell: ({ details }) =>
        t('project_admin.numbers_span', {
          min: compact.format(details.min_numbers),
          max: compact.format(details.max_numbers),
        }),
    },
    {
      id: 'answerer',
      title: t('project_admin.answerer'),
      cell: ({ details }) => t(`project_admin.answerers.${details.answerer}`),
    },
    {
      id: 'actions',
      title: t('form.actions'),
      fixed: true,
      cell: (project) => (
        <Button size="compact-sm" variant="default" onClick={() => onOpen(project)}>
          {mayEdit ? t('form.edit') : t('project_admin.view')}
        </Button>
      ),
    },
  ];
}
