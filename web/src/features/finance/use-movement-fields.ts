import { useTranslation } from 'react-i18next';
import type { FilterField } from '@/components/data-table/field-filters';
import { MOVEMENT_KINDS, POINT_FUNDS } from './movement-filter';

interface Options {
  staff: boolean;
  /** Types that can occur in this list. Without a choice there is no filter. */
  kinds: readonly (typeof MOVEMENT_KINDS)[number][];
  withFunds?: boolean;
}

export function useMovementFields({ staff, kinds, withFunds = false }: Options): readonly FilterField[] {
  const { t } = useTranslation();
  return [
    ...(withFunds
      ? [
          {
            name: 'fund',
            label: t('finance.bucket'),
            options: POINT_FUNDS.map((value) => ({
              value: value === 'points' ? '' : value,
              label: t(`finance.buckets.${value}`),
            })),
          },
        ]
      : []),
    ...(kinds.length > 1
      ? [
          {
            name: 'kind',
            label: t('finance.kind'),
            options: [
              { value: '', label: t('finance.all_kinds') },
              ...kinds.map((value) => ({ value, label: t(`finance.kinds.${value}`) })),
            ],
          },
        ]
      : []),
    ...(kinds.includes('hold')
      ? [
          {
            name: 'holds',
            label: t('finance.holds'),
            options: [
              { value: '', label: t('finance.holds_hidden') },
              { value: '1', label: t('finance.holds_shown') },
            ],
          },
        ]
      : []),
    ...(staff ? [{ name: 'uid', label: t('recharge.uid_filter'), type: 'digits' as const, width: 120 }] : []),
    { name: 'task', label: t('finance.task'), type: 'digits', width: 110 },
    { name: 'from', label: t('finance.from'), type: 'date' },
    { name: 'until', label: t('finance.until'), type: 'date' },
  ];
}
