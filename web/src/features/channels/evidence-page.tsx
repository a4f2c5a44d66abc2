/** What each channel achieves for a project, by country, and how often channels agree. */
import { Button, Group, Select, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '@/components/data-table/column';
import { EmptyState } from '@/components/page/empty-state';
import { ErrorState } from '@/components/page/error-state';
import { PageHeader } from '@/components/page/page-header';
import { PageSkeleton } from '@/components/page/page-skeleton';
import { SectionCard } from '@/components/page/section-card';
import { PlainTable } from '@/components/plain-table/plain-table';
import { useLanguage } from '@/lib/i18n/use-language';
import { useLabels } from '@/lib/screening/labels';
import type { Agreement, EvidenceView } from '@/lib/screening/types';
import { useCatalogue } from '@/lib/screening/use-catalogue';
import { usePoints } from '@/lib/screening/use-points';
import { evidenceOptions } from './api/get-evidence';
import { type ChannelEvidence, evidenceOf, share } from './evidence';
import classes from './channels.module.css';

const PERIODS = ['7', '30', '90'] as const;
/** Stands for numbers without a country. */
const NONE = '-';

interface Props {
  /** Empty for the first project that channels answer. */
  project: string;
  onProject: (project: string) => void;
  onClose: () => void;
}

export function EvidencePage({ project: wanted, onProject, onClose }: Props) {
  const { t } = useTranslation();
  const catalogue = useCatalogue();
  const [days, setDays] = useState<string>('7');
  const projects = (catalogue.data ?? []).filter(({ answerer }) => answerer === 'channels');
  const project = wanted || (projects[0]?.slug ?? '');
  const query = useQuery({
    ...evidenceOptions(project, Number(days)),
    enabled: project !== '',
  });
  return (
    <>
      <PageHeader
        title={t('channels.evidence.title')}
        description={t('channels.evidence.description')}
        actions={
          <Button variant="default" leftSection={<IconArrowLeft size={16} stroke={1.6} />} onClick={onClose}>
            {t('channels.back')}
          </Button>
        }
      />
      <div className={classes.evidence}>
        <Group data-filters gap="sm" align="end">
          <Select
            w={260}
            label={t('channels.evidence.project')}
            searchable
            allowDeselect={false}
            data={projects.map(({ slug, name }) => ({ value: slug, label: name }))}
            value={project}
            onChange={(slug) => slug && onProject(slug)}
          />
          <Select
            w={180}
            label={t('channels.evidence.period')}
            allowDeselect={false}
            data={PERIODS.map((value) => ({
              value,
              label: t('channels.evidence.days', { n: Number(value) }),
            }))}
            value={days}
            onChange={(value) => value && setDays(value)}
          />
        </Group>
        {query.isLoadingError ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : query.data ? (
          <Evidence key={project} evidence={query.data} />
        ) : (
          <PageSkeleton />
        )}
      </div>
    </>
  );
}

function Evidence({ evidence }: { evidence: EvidenceView }) {
  const { t } = useTranslation();
  const labels = useLabels();
  const { routing, traffic, agreement } = evidence;
  const [country, setCountry] = useState<string | null>(null);
  const code = country === NONE ? '' : country;
  const countries = [...new Set([...traffic, ...agreement].map((row) => row.country))];
  const compared = agreement.filter((row) => code === null || row.country === code);
  const rows = evidenceOf(traffic, code);
  const trafficColumns = useTrafficColumns();
  const agreementColumns = useAgreementColumns();
  return (
    <>
      <Group data-filters gap="sm" align="end">
        <Select
          w={260}
          label={t('channels.evidence.country')}
          placeholder={t('channels.evidence.all_countries')}
          searchable
          clearable
          data={countries.map((value) => ({
            value: value || NONE,
            label: value ? labels.country(value) : t('channels.evidence.no_country'),
          }))}
          value={country}
          onChange={setCountry}
        />
        <Text c="dimmed" size="sm" pb={8}>
          {t('channels.evidence.routing', { by: t(`project_admin.route_by.${routing.by ?? 'priority'}`) })}
        </Text>
      </Group>
      <SectionCard title={t('channels.evidence.traffic')}>
        {rows.length > 0 ? (
          <PlainTable
            label={t('channels.evidence.traffic')}
            columns={trafficColumns}
            rows={rows}
            rowKey={({ channel }) => channel}
          />
        ) : (
          <EmptyState title={t('channels.evidence.empty')} hint={t('channels.evidence.empty_hint')} />
        )}
      </SectionCard>
      {compared.length > 0 ? (
        <SectionCard title={t('channels.evidence.agreement')}>
          <PlainTable
            label={t('channels.evidence.agreement')}
            columns={agreementColumns}
            rows={compared}
            rowKey={(row) => `${row.channel} ${row.other} ${row.country}`}
          />
        </SectionCard>
      ) : null}
    </>
  );
}

function ChannelName({ name }: { name: string }) {
  return <span style={{ whiteSpace: 'nowrap' }}>{name}</span>;
}

function useTrafficColumns(): readonly Column<ChannelEvidence>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const points = usePoints();
  const whole = new Intl.NumberFormat(language);
  const percent = usePercent();
  return [
    {
      id: 'channel',
      title: t('channels.name'),
      fixed: true,
      cell: ({ channel }) => <ChannelName name={channel} />,
    },
    {
      id: 'numbers',
      title: t('channels.evidence.numbers'),
      numeric: true,
      cell: ({ numbers }) => whole.format(numbers),
    },
    {
      id: 'hits',
      title: t('channels.evidence.hit_rate'),
      numeric: true,
      cell: ({ hitRate }) => percent(hitRate),
    },
    {
      id: 'unknown',
      title: t('channels.evidence.unknown_rate'),
      numeric: true,
      cell: ({ unknownRate }) => percent(unknownRate),
    },
    {
      id: 'failed',
      title: t('channels.evidence.failure_rate'),
      numeric: true,
      cell: ({ failureRate }) => percent(failureRate),
    },
    {
      id: 'latency',
      title: t('channels.evidence.latency'),
      numeric: true,
      cell: ({ latencyMs }) =>
        latencyMs === null ? '—' : t('channels.test.latency', { ms: whole.format(latencyMs) }),
    },
    {
      id: 'cost_per_definite',
      title: t('channels.evidence.cost_per_definite'),
      numeric: true,
      cell: ({ costPerDefinite }) => (costPerDefinite === null ? '—' : points.exact(costPerDefinite)),
    },
    { id: 'cost', title: t('channels.evidence.cost'), numeric: true, cell: ({ cost }) => points.sum(cost) },
  ];
}

function useAgreementColumns(): readonly Column<Agreement>[] {
  const { t } = useTranslation();
  const labels = useLabels();
  const whole = new Intl.NumberFormat(useLanguage());
  const percent = usePercent();
  return [
    {
      id: 'channel',
      title: t('channels.evidence.used'),
      fixed: true,
      cell: ({ channel }) => <ChannelName name={channel} />,
    },
    { id: 'other', title: t('channels.evidence.second'), cell: ({ other }) => <ChannelName name={other} /> },
    {
      id: 'country',
      title: t('channels.evidence.country'),
      cell: ({ country }) => (country ? labels.country(country) : t('channels.evidence.no_country')),
    },
    {
      id: 'compared',
      title: t('channels.evidence.compared'),
      numeric: true,
      cell: ({ compared }) => whole.format(compared),
    },
    {
      id: 'agreed',
      title: t('channels.evidence.agreed'),
      numeric: true,
      cell: ({ agreed, compared }) => percent(share(agreed, compared)),
    },
  ];
}

function usePercent(): (rate: number | null) => string {
  const format = new Intl.NumberFormat(useLanguage(), { style: 'percent', maximumFractionDigits: 1 });
  return (rate) => (rate === null ? '—' : format.format(rate));
}
