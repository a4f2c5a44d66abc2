/** The money of a task: held, charged per project and price, returned. */
import { Anchor, Skeleton, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ErrorState } from '@/components/page/error-state';
import { SectionCard } from '@/components/page/section-card';
import { paths } from '@/config/paths';
import { useLanguage } from '@/lib/i18n/use-language';
import type { TaskView } from '@/lib/screening/types';
import { usePoints } from '@/lib/screening/use-points';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { type Statement, statementOptions } from './api/get-statement';

export function TaskStatement({ task }: { task: TaskView }) {
  const { t } = useTranslation();
  const mayRecords = useHasPermission()('finance/list');
  const query = useQuery(statementOptions(task));
  return (
    <SectionCard
      title={t('tasks.statement.title')}
      aside={
        mayRecords ? (
          <Anchor component={Link} to={`${paths.financeRecords}?task=${task.id}`} size="sm">
            {t('tasks.charge_records')}
          </Anchor>
        ) : null
      }
    >
      {query.isLoadingError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <Lines statement={query.data} />
      ) : (
        <Skeleton height={120} />
      )}
    </SectionCard>
  );
}

function Lines({ statement }: { statement: Statement }) {
  const { t } = useTranslation();
  const points = usePoints();
  const whole = new Intl.NumberFormat(useLanguage());
  const { held, held_credit, charged, returned, open, refunded, lines } = statement;
  return (
    <>
      <Table verticalSpacing={6} horizontalSpacing={0}>
        <Table.Tbody>
          <Row name={t('tasks.statement.held')} amount={points.exact(held)}>
            {held_credit > 0 ? t('tasks.statement.from_quota', { amount: points.exact(held_credit) }) : null}
          </Row>
          {lines.map(({ project, name, price, numbers, amount }) => (
            <Row key={`${project} ${price ?? ''}`} name={name} amount={points.exact(-amount)}>
              {price == null
                ? t('tasks.statement.numbers', { numbers: whole.format(numbers), count: numbers })
                : t('tasks.statement.line', {
                    numbers: whole.format(numbers),
                    count: numbers,
                    price: points.exact(price),
                  })}
            </Row>
          ))}
          <Row name={t('tasks.statement.charged')} amount={points.exact(charged)} strong />
          <Row name={t('tasks.statement.returned')} amount={points.exact(returned)} />
          {open > 0 ? <Row name={t('tasks.statement.open')} amount={points.exact(open)} /> : null}
          {refunded > 0 ? <Row name={t('tasks.statement.refunded')} amount={points.exact(refunded)} /> : null}
        </Table.Tbody>
      </Table>
      <Text c="dimmed" size="xs" mt="sm">
        {t('tasks.statement.hint')}
      </Text>
    </>
  );
}

interface RowProps {
  name: string;
  amount: string;
  strong?: boolean;
  children?: string | null;
}

function Row({ name, amount, strong = false, children = null }: RowProps) {
  return (
    <Table.Tr fw={strong ? 600 : undefined}>
      <Table.Th scope="row" fw="inherit" style={{ overflowWrap: 'anywhere' }}>
        {name}
        {children ? (
          <Text c="dimmed" size="xs" fw={400}>
            {children}
          </Text>
        ) : null}
      </Table.Th>
      <Table.Td ta="right" className="ns-numeric">
        {amount}
      </Table.Td>
    </Table.Tr>
  );
}
