import { Button, Skeleton, Table, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/page/empty-state';
import { ErrorState } from '@/components/page/error-state';
import { HorizontalScroll } from '@/components/horizontal-scroll/horizontal-scroll';
import { useLanguage } from '@/lib/i18n/use-language';
import { formatMoment } from '@/lib/time';
import { savedListsOptions } from '../api/lists';
import classes from '../screening.module.css';

const MOST = 20;
const TYPING_MS = 300;

export function SavedListPicker({ onUse }: { onUse: (id: number) => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), TYPING_MS);
  const query = useQuery(savedListsOptions(search, MOST));
  if (query.isLoadingError) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  }
  const lists = query.data?.items.filter(({ state }) => state === 'ready') ?? [];
  if (query.data && lists.length === 0 && !search) {
    return <EmptyState title={t('screening.source.no_saved')} hint={t('screening.source.no_saved_hint')} />;
  }
  return (
    <>
      <TextInput
        maw={320}
        mb="sm"
        aria-label={t('screening.source.search_saved')}
        placeholder={t('screening.source.search_saved')}
        leftSection={<IconSearch size={15} stroke={1.7} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {query.isPending ? <Skeleton height={120} /> : null}
      {query.data && lists.length === 0 ? <EmptyState title={t('table.nothing_found')} /> : null}
      {lists.length > 0 ? (
        <HorizontalScroll label={t('screening.source.saved')} className={classes.scroll}>
          <Table className={classes.table}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('lists.name')}</Table.Th>
                <Table.Th ta="end">{t('lists.numbers')}</Table.Th>
                <Table.Th>{t('lists.created_at')}</Table.Th>
                <Table.Th />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {lists.map(({ id, name, numbers, created_at }) => (
                <Table.Tr key={id}>
                  <Table.Td>{name}</Table.Td>
                  <Table.Td ta="end">{new Intl.NumberFormat(language).format(numbers)}</Table.Td>
                  <Table.Td>{formatMoment(created_at, language)}</Table.Td>
                  <Table.Td ta="end">
                    <Button size="compact-sm" variant="light" onClick={() => onUse(id)}>
                      {t('screening.source.use')}
                    </Button>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </HorizontalScroll>
      ) : null}
    </>
  );
}
