import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UPLOAD_MAX_BYTES } from '@/config/constants';
import type { ListKind, ListView } from '@/lib/screening/list-types';
import { toast } from '@/lib/toast';
import { LIST_KEY, LISTS_KEY } from '../api/lists';
import { uploadList } from '../api/upload-list';

export interface Upload {
  /** The current upload and its progress, or null. */
  running: { name: string; share: number } | null;
  start: (file: File, name?: string) => void;
  cancel: () => void;
}

/** One upload at a time. It continues while the page is hidden, and ends when `onDone` does. */
export function useUpload(kind: ListKind, onDone: (list: ListView) => void | Promise<void>): Upload {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const abort = useRef<AbortController | null>(null);
  const [running, setRunning] = useState<Upload['running']>(null);

  async function run(file: File, name: string | undefined): Promise<void> {
    const own = new AbortController();
    abort.current = own;
    setRunning({ name: file.name, share: 0 });
    try {
      const list = await uploadList(
        { file, kind, ...(name ? { name } : {}) },
        { signal: own.signal, onProgress: (share) => setRunning({ name: file.name, share }) },
      );
      queryClient.setQueryData([LIST_KEY, list.id], list);
      void queryClient.invalidateQueries({ queryKey: [LISTS_KEY] });
      await onDone(list);
    } catch (reason) {
      if (!own.signal.aborted) toast.failure(reason);
    } finally {
      setRunning(null);
    }
  }

  return {
    running,
    start: (file, name) => {
      if (file.size === 0) toast.error(t('screening.source.empty_file', { name: file.name }));
      else if (file.size > UPLOAD_MAX_BYTES)
        toast.error(t('screening.source.too_large', { name: file.name }));
      else void run(file, name);
    },
    cancel: () => abort.current?.abort(),
  };
}
