import { Skeleton, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export function PageSkeleton() {
  const { t } = useTranslation();
  return (
    <Stack gap="md" aria-busy="true" role="status" aria-label={t('common.loading')}>
      <Skeleton height={28} width={220} />
      <Skeleton height={96} />
      <Skeleton height={280} />
    </Stack>
  );
}
