import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FilterField } from '@/components/data-table/field-filters';
import { useLabels } from '@/lib/screening/labels';
import { useCatalogue } from '@/lib/screening/use-catalogue';
import { useHasPermission } from '@/lib/session/use-has-permission';
import { keysOptions } from './api/lookups';

export function useLookupFields(staff: boolean): readonly FilterField[] {
  const { t } = useTranslation();
  const labels = useLabels();
  const projects = useCatalogue().data ?? [];
  const may = useHasPermission();
  const keys = useKeys(!staff && may('user/getApiInfo'));
  const statuses = new Set([...projects.flatMap((project) => project.statuses), 'unknown', 'skipped']);
  return [
    { name: 'number', label: t('lookups.number'), width: 150 },
    {
      name: 'project',
      label: t('lookups.project'),
      width: 170,
      options: [
        { value: '', label: t('lookups.all_projects') },
        ...projects.map(({ slug, name }) => ({ value: slug, label: name })),
      ],
    },
    {
      name: 'status',
      label: t('lookups.status'),
      width: 150,
      options: [
        { value: '', label: t('lookups.all_statuses') },
        ...[...statuses].map((value) => ({ value, label: labels.status(value) })),
      ],
    },
    ...(keys.length > 0
      ? [
          {
            name: 'key',
            label: t('lookups.key'),
            width: 150,
            options: [
              { value: '', label: t('lookups.all_keys') },
              ...keys.map(({ id, name }) => ({ value: String(id), label: name })),
            ],
          },
        ]
      : []),
    ...(staff ? [{ name: 'uid', label: t('lookups.uid'), type: 'digits' as const, width: 90 }] : []),
    { name: 'request', label: t('lookups.request_id'), width: 130 },
    { name: 'from', label: t('lookups.from'), type: 'date' },
    { name: 'until', label: t('lookups.until'), type: 'date' },
  ];
}

/** The API keys of the account, if it may see them. */
function useKeys(enabled: boolean): readonly { id: number; name: string }[] {
  const { data } = useQuery({ ...keysOptions(), enabled });
  return data?.keys ?? [];
}
