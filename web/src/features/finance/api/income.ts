import { type CallData, callFor } from '@/lib/api/client';
import type { components } from '@/lib/api/schema';
import type { FileFormat } from './movements';

export type Income = components['schemas']['IncomeView'];
export type IncomeAnswer = CallData<'finance/income'>;

interface Span {
  from: number | null;
  until: number | null;
}

export function fetchIncome(span: Span, signal: AbortSignal): Promise<IncomeAnswer> {
  return callFor('finance/income', span, { silent: true, signal });
}

/** Returns the URL of a file with all rows of the period. */
export async function exportIncome(span: Span, format: FileFormat): Promise<string> {
  return (await callFor('finance/exportIncome', { span, format }, { silent: true })).url;
}
