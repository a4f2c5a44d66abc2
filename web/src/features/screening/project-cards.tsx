import { Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MenuIcon } from '@/components/icon/menu-icon';
import { useLabels } from '@/lib/screening/labels';
import { CATEGORIES, type ProjectCard } from '@/lib/screening/types';
import { usePoints } from '@/lib/screening/use-points';
import classes from './screening.module.css';

interface Props {
  projects: readonly ProjectCard[];
  onChoose: (slug: string) => void;
}

/** Project cards by category. Projects without a channel cannot be selected. */
export function ProjectCards({ projects, onChoose }: Props) {
  const labels = useLabels();
  return CATEGORIES.map((category) => {
    const inside = projects.filter((project) => project.category === category);
    if (inside.length === 0) return null;
    return (
      <section key={category}>
        <Title order={2} fz={14} mt="md" mb="xs">
          {labels.category(category)}
        </Title>
        <div className={classes.cards}>
          {inside.map((project) => (
            <Card key={project.slug} project={project} onChoose={onChoose} />
          ))}
        </div>
      </section>
    );
  });
}

function Card({ project, onChoose }: { project: ProjectCard; onChoose: (slug: string) => void }) {
  const { t } = useTranslation();
  const points = usePoints();
  const price =
    project.price > 0 ? t('screening.points_each', { points: points.price(project.price) }) : null;
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
