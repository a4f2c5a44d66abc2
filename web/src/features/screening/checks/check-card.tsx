import { ActionIcon, Badge, Button, Text } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { MenuIcon } from '@/components/icon/menu-icon';
import { newTaskPath, projectPath } from '@/config/paths';
import type { ProjectCard } from '@/lib/screening/types';
import { usePoints } from '@/lib/screening/use-points';
import classes from './checks.module.css';

interface Props {
  project: ProjectCard;
  favourite: boolean;
  onFavourite: () => void;
}

export function CheckCard({ project, favourite, onFavourite }: Props) {
  const { t } = useTranslation();
  const points = usePoints();
  const { slug, name, description, category, icon, price, usable } = project;
  const Star = favourite ? IconStarFilled : IconStar;
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <span className={classes.icon}>
          <MenuIcon name={icon} />
        </span>
        <Link to={projectPath(category, slug)} className={classes.name}>
          {name}
        </Link>
        <ActionIcon
          variant="subtle"
          color={favourite ? 'yellow' : 'gray'}
          aria-pressed={favourite}
          aria-label={t('checks.favourite', { name })}
          onClick={onFavourite}
        >
          <Star size={17} stroke={1.6} />
        </ActionIcon>
      </div>
      <Text size="sm" c="dimmed" className={classes.description}>
        {description}
      </Text>
      <div className={classes.foot}>
        <span>
          <Text component="span" display="block" size="sm" fw={500} mb={4} className="ns-numeric">
            {price > 0 ? t('screening.points_each', { points: points.exact(price) }) : t('screening.free')}
          </Text>
          <Badge variant="dot" color={usable ? 'teal' : 'gray'} tt="none" fw={500} size="sm">
            {usable ? t('checks.available') : t('screening.no_channel')}
          </Badge>
        </span>
        {usable ? (
          <Button
            component={Link}
            to={newTaskPath(slug)}
            size="compact-sm"
            variant="default"
            aria-label={t('checks.start_with', { name })}
          >
            {t('screening.new_task')}
          </Button>
        ) : null}
      </div>
    </li>
  );
}
