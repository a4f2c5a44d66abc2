import { Checkbox, Skeleton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLabels } from '@/lib/screening/labels';
import { useCatalogue, useOffered } from '@/lib/screening/use-catalogue';
import { usePoints } from '@/lib/screening/use-points';
import classes from './lookups.module.css';

/** Projects per lookup. */
const MAX_PROJECTS = 5;
/** About as high as the projects of the presets, so that what follows hardly moves. */
const LOADING_PX = 560;

interface Props {
  chosen: readonly string[];
  onChange: (slugs: string[]) => void;
}

export function ProjectChoice({ chosen, onChange }: Props) {
  const { t } = useTranslation();
  const points = usePoints();
  const offered = useOffered();
  const catalogue = useCatalogue();
  const projects = offered(catalogue.data ?? []);
  const labels = useLabels();
  const categories = [...new Set(projects.map(({ category }) => category))];
  const full = chosen.length >= MAX_PROJECTS;
  return (
    <Checkbox.Group
      label={t('lookups.projects')}
      description={t('lookups.projects_hint', { count: MAX_PROJECTS })}
      value={[...chosen]}
      onChange={onChange}
    >
      {catalogue.isLoading ? <Skeleton mt="sm" height={LOADING_PX} aria-busy /> : null}
      {categories.map((category) => (
        <div key={category} role="group" aria-label={labels.category(category)} className={classes.category}>
          <Text size="xs" c="dimmed" fw={500} aria-hidden>
            {labels.category(category)}
          </Text>
          <div className={classes.projects}>
            {projects
              .filter((project) => project.category === category)
              .map(({ slug, name, price, usable }) => (
                <Checkbox
                  key={slug}
                  value={slug}
                  disabled={!usable || (full && !chosen.includes(slug))}
                  label={
                    <>
                      {name}{' '}
                      <Text span size="xs" c="dimmed" display="inline-block">
                        {usable ? priceText(price) : t('lookups.no_channel')}
                      </Text>
                    </>
                  }
                />
              ))}
          </div>
        </div>
      ))}
    </Checkbox.Group>
  );

  function priceText(price: number): string {
    return price > 0 ? t('lookups.points', { points: points.exact(price) }) : t('lookups.free');
  }
}
