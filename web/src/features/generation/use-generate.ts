import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toast } from '@/lib/toast';
import { generate, type RunPage, runsKey } from './api/runs';
import { PREVIEW_KEY, SPACE_KEY } from './api/spaces';
import { useFormat } from './use-format';

/** Starts a run, then invalidates figures, previews and history. */
export function useGenerate(page: RunPage) {
  const { t } = useTranslation();
  const format = useFormat();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: generate,
    // Shown beside the button.
    meta: { quiet: true },
    onSuccess: (run) => toast.success(t('generation.done', { n: format(run.count), count: run.count })),
    onSettled: () =>
      Promise.all(
        [SPACE_KEY, PREVIEW_KEY, runsKey(page)].map((key) =>
          queryClient.invalidateQueries({ queryKey: [key] }),
        ),
      ),
  });
}
