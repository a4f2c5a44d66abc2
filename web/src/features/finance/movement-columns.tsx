import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TruncatedText } from '@/components/data-table/truncated-text';
import type { Column } from '@/components/data-table/column';
import { useLanguage } from '@/lib/i18n/use-language';
import { useProjectName } from '@/lib/screening/use-catalogue';
import { formatMoment } from '@/lib/time';
import { Amount } from './amount';
import type { Movement } from './api/movements';
import { movementWords } from './movement-words';

interface Options {
  /** Show account, reason and actor columns, for staff. */
  staff: boolean;
}

export function useMovementColumns({ staff }: Options): readonly Column<Movement>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const projectName = useProjectName();
  return [
    { id: 'at', title: t('finance.at'), cell: ({ at }) => formatMoment(at, language) },
    ...(staff
      ? [
          {
            id: 'account',
            title: t('recharge.account'),
            cell: ({ username, uid }: Movement) => t('recharge.account_line', { username, uid }),
          },
        ]
      : []),
    {
      id: 'what',
      title: t('finance.what'),
      fixed: true,
      cell: (movement) => <What movement={movement} projectName={projectName} />,
    },
    {
      id: 'amount',
      title: t('finance.amount'),
      beside: true,
      numeric: true,
      fixed: true,
      cell: (movement) => <Moved movement={movement} />,
    },
    {
      id: 'balance_after',
      title: t('finance.balance_after'),
      numeric: true,
      cell: ({ balance_after }) => <Amount amount={balance_after} />,
    },
    {
      id: 'held_after',
      title: t('finance.held_after'),
      numeric: true,
      cell: ({ held_after }) => <Amount amount={held_after} />,
    },
    { id: 'posting', title: t('finance.posting'), numeric: true, cell: ({ posting }) => posting },
    ...(staff
      ? [
          {
            id: 'note',
            title: t('finance.reason'),
            cell: ({ note }: Movement) => (note ? <TruncatedText text={note} /> : '—'),
          },
        ]
      : []),
  ];
}

/** Money in or out. Points that only move to or from a hold have no sign, because they are neither. */
function Moved({ movement: { kind, amount } }: { movement: Movement }) {
  if (kind !== 'hold' && kind !== 'release') return <Amount amount={amount} signed />;
  return (
    <Text span c="dimmed" inherit>
      <Amount amount={Math.abs(amount)} />
    </Text>
  );
}

interface WhatProps {
  movement: Movement;
  projectName: (slug: string) => string;
}

function What({ movement, projectName }: WhatProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { key, values } = movementWords(movement);
  const numbers = new Intl.NumberFormat(language).format(values.numbers);
  return (
    <>
      {t(`finance.words.${key}`, { ...values, numbers, count: values.numbers })}
      {movement.project ? (
        <Text span size="xs" c="dimmed" ml={6}>
          {projectName(movement.project)}
        </Text>
      ) : null}
    </>
  );
}
