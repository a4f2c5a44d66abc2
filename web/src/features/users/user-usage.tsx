import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/lib/i18n/use-language';
import { formatPoints } from '@/lib/money';
import type { UserDetail } from './api/user-detail';
import classes from './users.module.css';

interface Props {
  usage: UserDetail['usage'];
  /** Decimals of points shown to this account. */
  decimals: number;
}

/** The account's usage, recent and total. */
export function UserUsage({ usage, decimals }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const count = new Intl.NumberFormat(language);
  const spans = [usage.last_30_days, usage.in_all];
  const rows = [
    { name: t('user_admin.usage_tasks'), values: spans.map(({ tasks }) => count.format(tasks)) },
    { name: t('user_admin.usage_numbers'), values: spans.map(({ numbers }) => count.format(numbers)) },
    {
      name: t('user_admin.usage_spent'),
      values: spans.map(({ spent }) => formatPoints(spent, decimals, language)),
    },
  ];
  return (
    <Table className={classes.usage} withRowBorders={false} aria-label={t('user_admin.usage')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Td />
          <Table.Th>{t('user_admin.usage_30')}</Table.Th>
          <Table.Th>{t('user_admin.usage_all')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ name, values: [recent, all] }) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">{name}</Table.Th>
            <Table.Td className="ns-numeric">{recent}</Table.Td>
            <Table.Td className="ns-numeric">{all}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
