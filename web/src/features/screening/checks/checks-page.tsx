/** The catalogue: every check with its price and availability, with search and favourites. */
import { TextInput, Title } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { EmptyState } from '@/components/page/empty-state';
import { ErrorState } from '@/components/page/error-state';
import { PageHeader } from '@/components/page/page-header';
import { PageSkeleton } from '@/components/page/page-skeleton';
import { useLabels } from '@/lib/screening/labels';
import { useCatalogue, useOffered } from '@/lib/screening/use-catalogue';
import { useSessionStore } from '@/lib/session/session-store';
import { CheckCard } from './check-card';
import { findChecks, groupChecks } from './find-checks';
import { useFavourites } from './use-favourites';
import classes from './checks.module.css';

const SEARCH_PARAM = 'search';

export default function ChecksPage() {
  const { t } = useTranslation();
  const labels = useLabels();
  const [params, setParams] = useSearchParams();
  const [favourites, toggleFavourite] = useFavourites(useSessionStore(({ user }) => user?.uid ?? 0));
  const catalogue = useCatalogue();
  const offered = useOffered();
  if (catalogue.isPending) return <PageSkeleton />;
  if (catalogue.isLoadingError) {
    return <ErrorState wholePage error={catalogue.error} onRetry={() => void catalogue.refetch()} />;
  }
  const typed = params.get(SEARCH_PARAM) ?? '';
  const found = findChecks(offered(catalogue.data), typed, labels.category);
  return (
    <>
      <PageHeader
        title={t('checks.title')}
        description={t('checks.description')}
        actions={
          <TextInput
            type="search"
            className={classes.search}
            aria-label={t('checks.search')}
            placeholder={t('checks.search')}
            leftSection={<IconSearch size={15} stroke={1.7} />}
            value={typed}
            onChange={({ currentTarget: { value } }) =>
              setParams(
                (now) => {
                  const next = new URLSearchParams(now);
                  if (value === '') next.delete(SEARCH_PARAM);
                  else next.set(SEARCH_PARAM, value);
                  return next;
                },
                { replace: true },
              )
            }
          />
        }
      />
      {found.length === 0 ? (
        <EmptyState
          title={typed === '' ? t('screening.no_projects') : t('table.nothing_found')}
          {...(typed === '' ? {} : { hint: t('checks.nothing_hint') })}
        />
      ) : null}
      {groupChecks(found, favourites).map(({ category, projects }) => (
        <section key={category} aria-labelledby={`checks-${category}`}>
          <Title order={2} id={`checks-${category}`} fz={14} mt="md" mb="xs">
            {category === 'favourites' ? t('checks.favourites') : labels.category(category)}
          </Title>
          <ul className={classes.cards}>
            {projects.map((project) => (
              <CheckCard
                key={project.slug}
                project={project}
                favourite={favourites.has(project.slug)}
                onFavourite={() => toggleFavourite(project.slug)}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
