import { Loader, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ownListsOptions } from './api/lists';
import { useFormat } from './use-format';

interface Props {
  value: number | null;
  onChange: (list: number | null) => void;
}

export function ListSelect({ value, onChange }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, isPending } = useQuery(ownListsOptions());
  const gone = value !== null && data !== undefined && !data.some(({ id }) => id === value);
  useEffect(() => {
    // The list of the continued run was deleted.
    if (gone) onChange(null);
  });
  const options = (kind: string) =>
    (data ?? [])
      .filter((list) => list.kind === kind)
      .map(({ id, name, numbers }) => ({
        value: String(id),
        label: t('generation.with_count', { name, n: format(numbers) }),
      }));
  const groups = [
    { group: t('generation.saved_lists'), items: options('saved') },
    { group: t('generation.suppression_lists'), items: options('suppression') },
  ];
  return (
    <Select
      label={t('generation.without_list')}
      description={t('generation.without_list_hint')}
      placeholder={data?.length === 0 ? t('generation.no_lists') : t('generation.no_list')}
      disabled={data?.length === 0}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('generation.clear') }}
      nothingFoundMessage={t('generation.no_lists')}
      {...(isPending ? { rightSection: <Loader size={14} /> } : {})}
      value={value === null || gone ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      data={groups.filter(({ items }) => items.length > 0)}
    />
  );
}
