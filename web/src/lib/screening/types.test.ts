/** Checked by the compiler: this file fails to compile if the server renames, drops or adds a field. */
import { expect, it } from 'vitest';
import type { CallData } from '@/lib/api/client';
import type { components } from '@/lib/api/schema';
import type { Analysis, ListView, Mapping, Preview } from './list-types';
import type {
  Breakdown,
  Dashboard,
  ExportView,
  ProjectCard,
  ProjectDetails,
  Quote,
  QuoteCheck,
  ResultRow,
  TaskView,
} from './types';

type Served = components['schemas'];
type Answer<Call extends 'task/breakdown' | 'task/results' | 'task/summary'> = NonNullable<CallData<Call>>;
type Differing<Ours, Theirs> = Exclude<keyof Ours, keyof Theirs> | Exclude<keyof Theirs, keyof Ours>;

/** Requires an argument that cannot be given while any field differs. */
function sameFields<Ours, Theirs>(
  ..._differing: [Differing<Ours, Theirs>] extends [never] ? [] : [Differing<Ours, Theirs>]
): true {
  return true;
}

it("every response type matches the server's fields", () => {
  expect([
    sameFields<TaskView, Served['TaskView']>(),
    sameFields<ListView, Served['ListView']>(),
    sameFields<Preview, Served['Preview']>(),
    sameFields<Mapping, Served['Mapping']>(),
    sameFields<Analysis, Served['Analysis']>(),
    sameFields<Quote, Served['QuoteAnswer']>(),
    sameFields<QuoteCheck, Served['QuotedCheckView']>(),
    sameFields<ProjectCard, Served['ProjectCard']>(),
    sameFields<ProjectDetails, Served['ProjectDetails']>(),
    sameFields<ExportView, Served['ExportView']>(),
    sameFields<Breakdown, Answer<'task/breakdown'>>(),
    sameFields<ResultRow, Answer<'task/results'>['items'][number]>(),
    sameFields<Dashboard, Answer<'task/summary'>>(),
  ]).not.toContain(false);
});
