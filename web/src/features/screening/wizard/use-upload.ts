import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UPLOAD_MAX_BYTES } from '@/config/constants';
import { callFor } from '@/lib/api/client';
import type { ListKind, ListView } from '@/lib/screening/list-types';
import { toast } from '@/lib/toast';
import { forgetUpload, interruptedUpload } from '../api/known-uploads';
import { LIST_KEY, LISTS_KEY } from '../api/lists';
import { offsetOf, uploadList } from '../api/upload-list';

const INTERRUPTED_KEY = 'interrupted-upload';

/** An upload that a reload or a closed page has interrupted. It goes on when the same file is chosen again. */
export interface Interrupted {
  id: number;
  name: string;
  /** How much the server has, from 0 to 1. */
  share: number;
}

export interface Upload {
  /** The current upload and its progress, or null. */
  running: { name: string; share: number; waiting: boolean } | null;
  interrupted: Interrupted | null;
  start: (file: File, name?: string) => void;
  cancel: () => void;
  /** Deletes what was received of the interrupted upload. */
  discard: () => void;
}

function interruptedOptions(kind: ListKind) {
  return queryOptions({ queryKey: [INTERRUPTED_KEY, kind], queryFn: () => findInterrupted(kind) });
}

/** One upload at a time. It continues while the page is hidden, and ends when `onDone` does. */
export function useUpload(kind: ListKind, onDone: (list: ListView) => void | Promise<void>): Upload {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const abort = useRef<AbortController | null>(null);
  const [running, setRunning] = useState<Upload['running']>(null);
  const interrupted = useQuery(interruptedOptions(kind));

  async function run(file: File, name: string | undefined): Promise<void> {
    const own = new AbortController();
    abort.current = own;
    setRunning({ name: file.name, share: 0, waiting: false });
    try {
      const list = await uploadList(
        { file, kind, ...(name ? { name } : {}) },
        {
          signal: own.signal,
          onProgress: (share) => setRunning({ name: file.name, share, waiting: false }),
          onWaiting: (waiting) => setRunning((now) => (now ? { ...now, waiting } : now)),
        },
      );
      queryClient.setQueryData([LIST_KEY, list.id], list);
      void queryClient.invalidateQueries({ queryKey: [LISTS_KEY] });
      await onDone(list);
    } catch (reason) {
      if (!own.signal.aborted) toast.failure(reason);
    } finally {
      setRunning(null);
      void queryClient.invalidateQueries({ queryKey: [INTERRUPTED_KEY] });
    }
  }

  async function discard(id: number): Promise<void> {
    forgetUpload(id);
    await queryClient.invalidateQueries({ queryKey: [INTERRUPTED_KEY] });
    // The server deletes it later in any case.
    await callFor('upload/remove', { id }, { silent: true }).catch(() => undefined);
  }

  const found = interrupted.data ?? null;
  return {
    running,
    interrupted: running ? null : found,
    start: (file, name) => {
      if (file.size === 0) toast.error(t('screening.source.empty_file', { name: file.name }));
      else if (file.size > UPLOAD_MAX_BYTES)
        toast.error(t('screening.source.too_large', { name: file.name }));
      else void run(file, name);
    },
    cancel: () => abort.current?.abort(),
    discard: () => {
      if (found) void discard(found.id);
    },
  };
}

async function findInterrupted(kind: ListKind): Promise<Interrupted | null> {
  const known = interruptedUpload(kind);
  if (!known) return null;
  const offset = await offsetOf(known.id);
  if (offset !== null) return { id: known.id, name: known.name, share: offset / known.size };
  forgetUpload(known.id);
  return null;
}
