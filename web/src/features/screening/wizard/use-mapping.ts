import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ListView, Mapping, Preview } from '@/lib/screening/list-types';
import { analyseList, LIST_KEY, LISTS_KEY, previewList } from '../api/lists';
import { hintsFor, isAnalysedWith, type MappingChange } from './mapping';

/** Returns a function that shows the latest state of a list. */
function useShowList(): (latest: ListView) => void {
  const queryClient = useQueryClient();
  return (latest) => {
    queryClient.setQueryData([LIST_KEY, latest.id], latest);
    void queryClient.invalidateQueries({ queryKey: [LISTS_KEY] });
  };
}

/** Returns a function that starts to read a list. */
export function useReadList(): (id: number, mapping: Mapping) => Promise<void> {
  const show = useShowList();
  return async (id, mapping) => show(await analyseList(id, mapping));
}

/** Corrects the mapping of a file and reads it. */
export function useMapping(list: ListView, preview: Preview, onRead: () => void) {
  const show = useShowList();
  const readList = useReadList();
  const correct = useMutation({
    mutationFn: (change: MappingChange) => previewList(list.id, hintsFor(preview.mapping, change)),
    onSuccess: show,
  });
  const read = useMutation({
    mutationFn: (mapping: Mapping) => readList(list.id, mapping),
    onSuccess: onRead,
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
