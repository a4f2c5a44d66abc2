/** Step 3: review, name and purpose, start. */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '@/components/page/lazy-part';
import { fieldErrors } from '@/components/form/form-errors';
import { ErrorState } from '@/components/page/error-state';
import { TOO_FEW_POINTS_CODE } from '@/config/constants';
import { ApiError } from '@/lib/api/envelope';
import type { ListView } from '@/lib/screening/list-types';
import type { Plan } from '@/lib/screening/plan';
import { TASK_LIST_KEY } from '@/lib/screening/task-keys';
import type { Quote, TaskView } from '@/lib/screening/types';
import { useSessionStore } from '@/lib/session/session-store';
import { toast } from '@/lib/toast';
import { startTask } from '../api/tasks';
import { type Draft, draftProblems, named, startRequest } from './draft';
import { ReviewCard } from './review-card';
import { useQuote } from './use-quote';
import { WizardBar } from './wizard-bar';
import styles from '../screening.module.css';

const OptionsForm = lazyPart('task options', async () => ({
  default: (await import('./options-form')).OptionsForm,
}));

interface Props {
  list: ListView;
  plan: Plan;
  names: readonly string[];
  draft: Draft;
  onDraft: (change: Partial<Draft>) => void;
  onBack: () => void;
  onStarted: (task: TaskView) => void;
}

export function StartStep({ list, plan, names, draft, onDraft, onBack, onStarted }: Props) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState(false);
  const options = useRef<HTMLDivElement>(null);
  const quote = useQuote(list, plan);
  const suggested = t('screening.options.name_suggestion', { list: list.name, projects: names.join(' + ') });
  const filled = named(draft, suggested);
  const problems = draftProblems(filled, list.id);
  const start = useMutation({
    mutationFn: () => startTask(startRequest(filled, plan, list.id)),
    onSuccess: (task) => {
      toast.success(t('screening.started', { name: task.name }));
      void queryClient.invalidateQueries({ queryKey: [TASK_LIST_KEY] });
      useSessionStore.setState({ updateBalance: true });
      onStarted(task);
    },
    onError: (reason) => {
      // The balance changed in the meantime: the new quote shows what is missing.
      if (reason instanceof ApiError && reason.code === TOO_FEW_POINTS_CODE) void quote.refetch();
    },
  });

  if (quote.isLoadingError) {
    return <ErrorState error={quote.error} onRetry={() => void quote.refetch()} />;
  }

  function submit(): void {
    // The fields have to be marked before the first of them can be found.
    flushSync(() => setAsked(true));
    if (problems.length === 0) start.mutate();
    else options.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  return (
    <>
      <div className={`${styles.columns} ${styles.wideEnd}`}>
        <div className={styles.stack}>
          <ReviewCard list={list} plan={plan} names={names} quote={quote.data} />
        </div>
        <div className={styles.stack} ref={options}>
          <OptionsForm
            list={list}
            draft={filled}
            onDraft={onDraft}
            problems={asked ? problems : []}
            refused={fieldErrors(start.error)}
          />
        </div>
      </div>
      <WizardBar quote={quote.data} onBack={onBack}>
        <Button loading={start.isPending} disabled={!canStart(quote.data)} onClick={submit}>
          {t('screening.start')}
        </Button>
      </WizardBar>
    </>
  );
}

function canStart(quote: Quote | undefined): boolean {
  return quote !== undefined && quote.missing === 0 && quote.checks.every(({ usable }) => usable);
}
