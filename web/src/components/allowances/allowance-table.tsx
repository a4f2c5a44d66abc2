import { Progress, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { components } from '@/lib/api/schema';
import { useLanguage } from '@/lib/i18n/use-language';
import { formatAllowance } from './format-allowance';

export type Allowance = components['schemas']['AllowanceView'];

/** What an account may use, and uses. */
export function AllowanceTable({ allowances }: { allowances: readonly Allowance[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Table withRowBorders={false} aria-label={t('allowances.title')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('allowances.resource')}</Table.Th>
          <Table.Th>{t('allowances.used')}</Table.Th>
          <Table.Th>{t('allowances.most')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {allowances.map(({ resource, used, most }) => (
          <Table.Tr key={resource}>
            <Table.Th scope="row" fw={400}>
              {t(`allowances.resources.${resource}`)}
            </Table.Th>
            <Table.Td className="ns-numeric" style={{ whiteSpace: 'nowrap' }}>
              {formatAllowance(resource, used, language)}
              <Progress
                size="xs"
                mt={4}
                value={most > 0 ? Math.min(100, (used / most) * 100) : 100}
                color={used >= most ? 'red' : 'blue'}
                aria-label={t('allowances.share', { name: t(`allowances.resources.${resource}`) })}
              />
            </Table.Td>
            <Table.Td className="ns-numeric" style={{ whiteSpace: 'nowrap' }}>
              {formatAllowance(resource, most, language)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
