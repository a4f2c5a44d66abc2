import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AllowanceTable } from '@/components/allowances/allowance-table';
import { ErrorState } from '@/components/page/error-state';
import { SectionCard } from '@/components/page/section-card';
import { allowancesOptions } from './security-calls';

/** What the caller's account may use, and uses. */
export function OwnAllowances() {
  const { t } = useTranslation();
  const allowances = useQuery(allowancesOptions());
  return (
    <SectionCard title={t('allowances.title')}>
      <Text c="dimmed" mb="sm">
        {t('allowances.hint')}
      </Text>
      {allowances.isPending ? <Skeleton height={220} role="status" aria-label={t('common.loading')} /> : null}
      {allowances.isError ? (
        <ErrorState error={allowances.error} onRetry={() => void allowances.refetch()} />
      ) : null}
      {allowances.data ? <AllowanceTable allowances={allowances.data} /> : null}
    </SectionCard>
  );
}
