import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { joinNames } from '@/lib/i18n/phrases';
import { useLanguage } from '@/lib/i18n/use-language';

/** A waterfall without conditions costs as much as checking everything in parallel. */
export function UnconditionalWarning({
  steps,
  names,
}: {
  steps: readonly number[];
  names: readonly string[];
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (steps.length === 0) return null;
  const affected = joinNames(
    language,
    steps.map((step) => names[step] ?? String(step + 1)),
  );
  return (
    <Alert mt="sm" color="yellow" icon={<IconAlertTriangle size={18} stroke={1.6} />}>
      {t('screening.condition.unconditional', { names: affected })}
    </Alert>
  );
}
