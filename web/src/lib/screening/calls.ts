import { type CallBody, type CallData, type CallOptions, type CallPath, callFor } from '@/lib/api/client';

/** For callers that show errors themselves. */
export function callScreening<Call extends CallPath>(
  path: Call,
  body: CallBody<Call>,
  options: Omit<CallOptions, 'silent'> = {},
): Promise<NonNullable<CallData<Call>>> {
  return callFor(path, body, { ...options, silent: true });
}
