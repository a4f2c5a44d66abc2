import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ListView, Mapping, Preview } from '@/lib/screening/list-types';
import { analyseList, LIST_KEY, LISTS_KEY, previewList } from '../api/lists';
import { hintsFor, isAnalysedWith, type MappingChange } from './mapping';

/** Corrects the mapping of a file and reads it. */
export function useMapping(list: ListView, preview: Preview, onRead: () => void) {
  const queryClient = useQueryClient();
  const show = (latest: ListView): void => {
    queryClient.setQueryData([LIST_KEY, latest.id], latest);
    void queryClient.invalidateQueries({ queryKey: [LISTS_KEY] });
  };
  const correct = useMutation({
    mutationFn: (change: MappingChange) => previewList(list.id, hintsFor(preview.mapping, change)),
    onSuccess: show,
  });
  const read = useMutation({
    mutationFn: (mapping: Mapping) => analyseList(list.id, mapping),
    onSuccess: (latest) => {
      show(latest);
      onRead();
    },
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
