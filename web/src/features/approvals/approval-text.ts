/** What a request for approval shows. */
import type { Approval } from './api/approvals';

export type ShownState = 'pending' | 'approved' | 'rejected' | 'expired';

export function approvalState(
  { state, expires_at }: Pick<Approval, 'state' | 'expires_at'>,
  nowSeconds: number,
): ShownState {
  return state === 'pending' && expires_at <= nowSeconds ? 'expired' : state;
}

/** The fields of the request, without empty ones. */
export function requestText(request: object): string {
  return Object.entries(request)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join(' · ');
}
