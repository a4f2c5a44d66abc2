import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { HorizontalScroll } from '@/components/horizontal-scroll/horizontal-scroll';
import { StatusBadge } from '@/components/screening/status-badge';
import { useLabels } from '@/lib/screening/labels';
import classes from './screening.module.css';

export interface ShownRow {
  number: string;
  country: string;
  kind: string;
  carrier: string;
  status: string;
}

/** A few results without filters and paging. */
export function ResultRows({ label, rows }: { label: string; rows: readonly ShownRow[] }) {
  const { t } = useTranslation();
  const labels = useLabels();
  const withCarrier = rows.some(({ carrier }) => carrier !== '');
  return (
    <HorizontalScroll label={label} className={classes.scroll}>
      <Table className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('screening.result.number')}</Table.Th>
            <Table.Th>{t('screening.result.answer')}</Table.Th>
            <Table.Th>{t('screening.result.country')}</Table.Th>
            <Table.Th>{t('screening.result.kind')}</Table.Th>
            {withCarrier ? <Table.Th>{t('screening.result.carrier')}</Table.Th> : null}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ number, country, kind, carrier, status }) => (
            <Table.Tr key={number}>
              <Table.Td>{number}</Table.Td>
              <Table.Td>
                <StatusBadge status={status} />
              </Table.Td>
              <Table.Td>{labels.country(country)}</Table.Td>
              <Table.Td>{labels.kind(kind)}</Table.Td>
              {withCarrier ? <Table.Td>{carrier || '—'}</Table.Td> : null}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </HorizontalScroll>
  );
}
