import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type CallData, callFor } from '@/lib/api/client';
import type { TaskView } from '@/lib/screening/types';

export type Statement = CallData<'task/statement'>;

/** Every charge and the end of the task change the statement. */
export function statementOptions({ id, state, charged }: Pick<TaskView, 'id' | 'state' | 'charged'>) {
  return queryOptions({
    queryKey: ['task/statement', id, state, charged],
    queryFn: ({ signal }) => callFor('task/statement', { id }, { silent: true, signal }),
    placeholderData: keepPreviousData,
  });
}
