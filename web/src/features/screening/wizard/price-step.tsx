/** Step 4: price, free sample and start. */
import { Button, Skeleton, Text } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '@/components/form/form-errors';
import { ErrorState } from '@/components/page/error-state';
import { TOO_FEW_POINTS_CODE } from '@/config/constants';
import { ApiError } from '@/lib/api/envelope';
import type { Plan } from '@/lib/screening/plan';
import type { ListView } from '@/lib/screening/list-types';
import type { ProjectCard, Quote, TaskView } from '@/lib/screening/types';
import { usePoints } from '@/lib/screening/use-points';
import { TASK_LIST_KEY } from '@/lib/screening/task-keys';
import { useSessionStore } from '@/lib/session/session-store';
import { toast } from '@/lib/toast';
import { QUOTE_KEY, quoteTask, startTask } from '../api/tasks';
import { type Draft, draftProblems, named, startRequest } from './draft';
import { OptionsForm } from './options-form';
import { QuoteCard } from './quote-card';
import { SampleCard } from './sample-card';
import styles from '../screening.module.css';
import classes from './wizard.module.css';

interface Props {
  list: ListView;
  plan: Plan;
  names: readonly string[];
  catalogue: readonly ProjectCard[];
  draft: Draft;
  onDraft: (change: Partial<Draft>) => void;
  onBack: () => void;
  onStarted: (task: TaskView) => void;
}

export function PriceStep({ list, plan, names, catalogue, draft, onDraft, onBack, onStarted }: Props) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState(false);
  const options = useRef<HTMLDivElement>(null);
  const quote = useQuote(list.id, plan);
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

  if (quote.isError) {
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
      <div className={`${styles.columns} ${styles.wide}`}>
        <div className={styles.stack} ref={options}>
          <OptionsForm
            list={list}
            draft={filled}
            onDraft={onDraft}
            problems={asked ? problems : []}
            refused={fieldErrors(start.error)}
          />
        </div>
        <div className={styles.stack}>
          {quote.data ? <QuoteCard quote={quote.data} plan={plan} /> : <Skeleton height={260} />}
          <SampleCard
            list={list.id}
            plan={plan}
            catalogue={catalogue}
            left={quote.data?.sample_left ?? 0}
            last={draft.sample}
            onBegun={(sample) => onDraft({ sample })}
          />
        </div>
      </div>
      <div className={classes.bar} data-bottom-bar>
        <Button variant="default" onClick={onBack}>
          {t('screening.back')}
        </Button>
        <StartPrice quote={quote.data} />
        <Button loading={start.isPending} disabled={!canStart(quote.data)} onClick={submit}>
          {t('screening.start')}
        </Button>
      </div>
    </>
  );
}

function canStart(quote: Quote | undefined): boolean {
  return quote !== undefined && quote.missing === 0 && quote.checks.every(({ usable }) => usable);
}

function StartPrice({ quote }: { quote: Quote | undefined }) {
  const { t } = useTranslation();
  const points = usePoints();
  if (!quote) return null;
  return (
    <Text fw={600} className="ns-numeric" ms="auto">
      {quote.price > 0
        ? t('screening.price.at_most', { points: points.sum(quote.price) })
        : t('screening.free')}
    </Text>
  );
}

/** Refetched when the balance changes. */
function useQuote(list: number, plan: Plan) {
  const balance = useSessionStore(({ user }) => `${user?.balance ?? 0}/${user?.credit ?? 0}`);
  const request = { list, mode: plan.mode, checks: [...plan.checks] };
  return useQuery({
    queryKey: [QUOTE_KEY, request, balance],
    queryFn: ({ signal }) => quoteTask(request, signal),
    placeholderData: keepPreviousData,
    // Always show the current price.
    staleTime: 0,
  });
}
