import { Badge, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Column } from '@/components/data-table/column';
import { PlainTable } from '@/components/plain-table/plain-table';
import { useLabels } from '@/lib/screening/labels';
import type { NumberFacts } from './api/lookups';

/** What the number engine knows about numbers, before anything is asked. */
export function FactsTable({ numbers }: { numbers: readonly NumberFacts[] }) {
  const { t } = useTranslation();
  const labels = useLabels();
  const columns: readonly Column<NumberFacts>[] = [
    {
      id: 'number',
      title: t('lookups.number'),
      fixed: true,
      cell: numberCell,
    },
    {
      id: 'country',
      title: t('lookups.country'),
      cell: ({ country }) => (country == null ? '—' : labels.country(country)),
    },
    { id: 'kind', title: t('lookups.kind'), cell: ({ valid, kind }) => (valid ? labels.kind(kind) : '—') },
    { id: 'carrier', title: t('lookups.carrier'), cell: ({ carrier }) => carrier ?? '—' },
    { id: 'region', title: t('lookups.place'), cell: ({ region }) => region ?? '—' },
    {
      id: 'formats',
      title: t('lookups.formats'),
      cell: ({ valid, e164, national }) => (valid ? `${e164 ?? ''} · ${national ?? ''}` : '—'),
    },
  ];
  return (
    <PlainTable label={t('lookups.known')} columns={columns} rows={numbers} rowKey={({ number }) => number} />
  );
}

function numberCell(facts: NumberFacts) {
  return <NumberCell facts={facts} />;
}

function NumberCell({ facts }: { facts: NumberFacts }) {
  const { t } = useTranslation();
  const labels = useLabels();
  return (
    <>
      <Group gap={6}>
        <Text span fw={600} className="ns-numeric" style={{ whiteSpace: 'nowrap' }}>
          {facts.valid ? (facts.international ?? facts.number) : facts.number}
        </Text>
        {facts.test ? (
          <Badge variant="light" tt="none" size="sm">
            {t('lookups.test')}
          </Badge>
        ) : null}
      </Group>
      {facts.valid ? null : (
        <Text span size="xs" c="var(--mantine-color-error)">
          {labels.rejection(facts.reason ?? '')}
        </Text>
      )}
    </>
  );
}
