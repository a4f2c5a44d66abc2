import { useState } from 'react';
import { TASK_DRAFTS_STORAGE_KEY } from '@/config/constants';
import { type Plan, planKey } from '@/lib/screening/plan';
import { onSessionEnd } from '@/lib/session/session';
import { readStored, removeStored, writeStored } from '@/lib/storage';
import { type Draft, draftsSchema, EMPTY_DRAFT } from './draft';

type Drafts = Record<string, Draft>;

// Input of one account must not be shown to the next.
onSessionEnd(() => removeStored(sessionStorage, TASK_DRAFTS_STORAGE_KEY));

function readDrafts(): Drafts {
  return readStored(sessionStorage, TASK_DRAFTS_STORAGE_KEY, draftsSchema) ?? {};
}

export function writeDraft(plan: Plan, draft: Draft): void {
  writeStored(sessionStorage, TASK_DRAFTS_STORAGE_KEY, { ...readDrafts(), [planKey(plan)]: draft });
}

export function forgetDraft(plan: Plan): void {
  const { [planKey(plan)]: _, ...others } = readDrafts();
  writeStored(sessionStorage, TASK_DRAFTS_STORAGE_KEY, others);
}

/**
 * Survives reloads and step changes, but not closing the window. The plan is fixed for the life of the
 * component. With `reuse`, answers of at least so many days are reused.
 */
export function useDraft(plan: Plan, reuse = 0): [Draft, (change: Partial<Draft>) => void] {
  const [draft, setDraft] = useState(() => {
    const stored = readDrafts()[planKey(plan)] ?? EMPTY_DRAFT;
    return { ...stored, freshness_days: Math.max(stored.freshness_days, reuse) };
  });
  return [
    draft,
    (change) => {
      // An upload can take long: keep input that was made in the meantime.
      setDraft((now) => {
        const next = { ...now, ...change };
        writeDraft(plan, next);
        return next;
      });
    },
  ];
}
