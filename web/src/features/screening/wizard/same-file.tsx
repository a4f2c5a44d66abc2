import { Alert, Button, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/lib/i18n/use-language';
import type { ListView } from '@/lib/screening/list-types';
import { formatMoment } from '@/lib/time';
import { useNumberList } from '../use-number-list';

/** Offers the existing list if the same file was uploaded before. */
export function SameFile({ list, onUse }: { list: ListView; onUse: (id: number) => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: earlier } = useNumberList(list.same_as);
  if (!earlier || earlier.state !== 'ready') return null;
  return (
    <Alert color="blue" icon={<IconCopy size={18} stroke={1.6} />} title={t('screening.map.same_title')}>
      <Text>
        {t('screening.map.same_text', {
          name: earlier.name,
          count: earlier.numbers,
          at: formatMoment(earlier.created_at, language) ?? '',
          numbers: new Intl.NumberFormat(language).format(earlier.numbers),
        })}
      </Text>
      <Button mt="sm" size="compact-sm" variant="default" onClick={() => onUse(earlier.id)}>
        {t('screening.map.same_use')}
      </Button>
    </Alert>
  );
}
