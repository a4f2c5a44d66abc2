import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ListView, Mapping, Preview } from '@/lib/screening/list-types';
import { toast } from '@/lib/toast';
import { analyseList, LIST_KEY, LISTS_KEY, previewList } from '../api/lists';
import { hintsFor, isAnalysedWith, type MappingChange } from './mapping';

/** Corrects the mapping of a file and reads it. */
export function useMapping(list: ListView, preview: Preview, onRead: () => void) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const show = (latest: ListView): void => {
    queryClient.setQueryData([LIST_KEY, latest.id], latest);
    void queryClient.invalidateQueries({ queryKey: [LISTS_KEY] });
  };
  const onError = (reason: Error): void => toast.error(reason.message || t('errors.error'));
  const correct = useMutation({
    mutationFn: (change: MappingChange) => previewList(list.id, hintsFor(preview.mapping, change)),
    onSuccess: show,
    onError,
  });
  const read = useMutation({
    mutationFn: (mapping: Mapping) => analyseList(list.id, mapping),
    onSuccess: (latest) => {
      show(latest);
      onRead();
    },
    onError,
  });
  return {
    busy: correct.isPending,
    reading: read.isPending,
    correct: (change: MappingChange) => correct.mutate(change),
    /** Skip reading if the mapping has not changed. */
    read: (mapping: Mapping) => {
      if (isAnalysedWith(list, mapping)) onRead();
      else read.mutate(mapping);
    },
  };
}
