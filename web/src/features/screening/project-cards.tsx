import { Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MenuIcon } from '@/components/icon/menu-icon';
import { useLabels } from '@/lib/screening/labels';
import type { ProjectCard } from '@/lib/screening/types';
import { usePoints } from '@/lib/screening/use-points';
import { groupChecks } from './checks/find-checks';
import classes from './screening.module.css';

interface Props {
  projects: readonly ProjectCard[];
  /** Slugs of the projects to show first. */
  favourites?: ReadonlySet<string>;
  onChoose: (slug: string) => void;
}

const NONE: ReadonlySet<string> = new Set();

/** Project cards by category. Projects without a channel cannot be selected. */
export function ProjectCards({ projects, favourites = NONE, onChoose }: Props) {
  const { t } = useTranslation();
  const labels = useLabels();
  return groupChecks(projects, favourites).map((group) => (
    <section key={group.category}>
      <Title order={2} fz={14} mt="md" mb="xs">
        {group.category === 'favourites' ? t('checks.favourites') : labels.category(group.category)}
      </Title>
      <div className={classes.cards}>
        {group.projects.map((project) => (
          <Card key={project.slug} project={project} onChoose={onChoose} />
        ))}
      </div>
    </section>
  ));
}

function Card({ project, onChoose }: { project: ProjectCard; onChoose: (slug: string) => void }) {
  const { t } = useTranslation();
  const points = usePoints();
  const price =
    project.price > 0 ? t('screening.points_each', { points: points.exact(project.price) }) : null;
  return (
    <button
      type="button"
      className={classes.card}
      disabled={!project.usable}
      onClick={() => onChoose(project.slug)}
    >
      <span className={classes.cardIcon}>
        <MenuIcon name={project.icon} />
      </span>
      <span className={classes.cardText}>
        <Text component="span" display="block" fw={600}>
          {project.name}
        </Text>
        <Text component="span" display="block" size="xs" c="dimmed">
          {project.usable ? (price ?? t('screening.free')) : t('screening.no_channel')}
        </Text>
      </span>
    </button>
  );
}
