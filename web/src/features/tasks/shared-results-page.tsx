/** The results of a task for everyone who has a link to them. The token is behind the `#`, so that it is in no log. */
import { Pagination, Skeleton, Text, Title } from '@mantine/core';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { Column } from '@/components/data-table/column';
import { ProductLogo } from '@/components/icon/product-logo';
import { EmptyState } from '@/components/page/empty-state';
import { ErrorState } from '@/components/page/error-state';
import { PlainTable } from '@/components/plain-table/plain-table';
import { ColorSchemeToggle } from '@/components/preferences/color-scheme-toggle';
import { LanguageLinks } from '@/components/preferences/language-links';
import { QUERY_STALE_MS } from '@/config/constants';
import { ApiError } from '@/lib/api/envelope';
import { useLanguage } from '@/lib/i18n/use-language';
import { useProductTitle } from '@/lib/product-title';
import { ConsoleQueryClient } from '@/lib/query-client';
import { useLabels } from '@/lib/screening/labels';
import { formatMoment } from '@/lib/time';
import { usePageTitle } from '@/lib/use-page-title';
import { type SharedResult, sharedResultsOptions, type SharedTask, sharedTaskOptions } from './api/sharing';
import { SharedCharts } from './shared-charts';
import classes from './shared.module.css';

const SIZE = 50;

export default function SharedResultsPage() {
  const [queryClient] = useState(
    () =>
      new ConsoleQueryClient({
        defaultOptions: {
          queries: { staleTime: QUERY_STALE_MS, retry: false, refetchOnWindowFocus: false },
        },
      }),
  );
  const product = useProductTitle();
  const token = useLocation().hash.slice(1);
  return (
    <QueryClientProvider client={queryClient}>
      <header className={classes.header}>
        <span className={classes.brand}>
          <ProductLogo size={26} />
          {product}
        </span>
        <ColorSchemeToggle />
      </header>
      <main className={classes.main}>
        <Shared key={token} token={token} />
      </main>
      <LanguageLinks />
    </QueryClientProvider>
  );
}

function Shared({ token }: { token: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const query = useQuery(sharedTaskOptions(token, language));
  usePageTitle(query.data?.name ?? t('sharing.results'));
  if (query.isPending) return <Skeleton height={240} />;
  if (query.isLoadingError) {
    const refused = query.error instanceof ApiError && query.error.fields.token !== undefined;
    return refused ? (
      <EmptyState wholePage title={t('sharing.gone')} hint={t('sharing.gone_hint')} />
    ) : (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  return <Results token={token} task={query.data} />;
}

function Results({ token, task }: { token: string; task: SharedTask }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const whole = new Intl.NumberFormat(language);
  const figures = [
    { label: t('sharing.numbers'), value: task.total },
    { label: t('sharing.with_results'), value: task.done },
    // A number can be a hit of every check.
    { label: t(task.checks.length > 1 ? 'tasks.hits_of_all' : 'sharing.hits'), value: task.hits },
    { label: t('sharing.unknown'), value: task.unknown },
  ];
  return (
    <>
      <Title order={1} fz={24} className={classes.name}>
        {task.name || t('sharing.results')}
      </Title>
      <Text c="dimmed">
        {[
          task.checks.map(({ name }) => name).join(' · '),
          formatMoment(task.finished_at, language),
          t('sharing.until', { until: formatMoment(task.expires_at, language) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <dl className={classes.figures}>
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{whole.format(value)}</dd>
          </div>
        ))}
      </dl>
      <SharedCharts task={task} />
      <ResultTable token={token} task={task} />
    </>
  );
}

function ResultTable({ token, task }: { token: string; task: SharedTask }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [page, setPage] = useState(1);
  const columns = useColumns(task);
  const query = useQuery(sharedResultsOptions(token, language, page, SIZE));
  const pages = Math.ceil((query.data?.total ?? 0) / SIZE);
  return (
    <section aria-label={t('sharing.results')}>
      <Title order={2} fz={18} mb={4}>
        {t('sharing.results')}
      </Title>
      {task.masked ? (
        <Text c="dimmed" size="sm" mb="xs">
          {t('sharing.masked_note')}
        </Text>
      ) : null}
      {query.isPending ? <Skeleton height={240} /> : null}
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.data ? (
        <PlainTable
          label={t('sharing.results')}
          columns={columns}
          rows={query.data.items}
          rowKey={({ position }) => position}
        />
      ) : null}
      {pages > 1 ? (
        <Pagination
          mt="sm"
          total={pages}
          value={page}
          onChange={setPage}
          getControlProps={(control) =>
            control === 'previous'
              ? { 'aria-label': t('table.previous_page') }
              : control === 'next'
                ? { 'aria-label': t('table.next_page') }
                : {}
          }
        />
      ) : null}
    </section>
  );
}

function useColumns({ checks }: SharedTask): readonly Column<SharedResult>[] {
  const { t } = useTranslation();
  const labels = useLabels();
  return [
    { id: 'number', title: t('sharing.number'), fixed: true, cell: ({ number }) => number },
    { id: 'country', title: t('sharing.country'), cell: ({ country }) => labels.country(country) },
    { id: 'kind', title: t('sharing.kind'), cell: ({ type }) => labels.kind(type) },
    { id: 'carrier', title: t('sharing.carrier'), cell: ({ original_carrier }) => original_carrier || '—' },
    ...checks.map(({ project, name }, index) => ({
      id: project,
      title: name,
      cell: ({ statuses }: SharedResult) => labels.status(statuses[index] ?? ''),
    })),
  ];
}
