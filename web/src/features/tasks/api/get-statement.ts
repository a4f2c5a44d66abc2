import { type CallData, callFor } from '@/lib/api/client';

export const STATEMENT_KEY = 'task/statement';

export type Statement = CallData<'task/statement'>;

export function getStatement(id: number, signal: AbortSignal): Promise<Statement> {
  return callFor('task/statement', { id }, { silent: true, signal });
}
