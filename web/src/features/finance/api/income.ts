import { type CallData, callFor } from '@/lib/api/client';
import type { components } from '@/lib/api/schema';

export type Income = components['schemas']['IncomeView'];
export type IncomeAnswer = CallData<'finance/income'>;

interface Span {
  from: number | null;
  until: number | null;
}

export function fetchIncome(span: Span, signal: AbortSignal): Promise<IncomeAnswer> {
  return callFor('finance/income', span, { silent: true, signal });
}
