/** The invite code form and the state of a code. */
import type { Invite, NewInvite } from './api/invites';

export type InviteValues = {
  code: string;
  note: string;
  max_uses: number | string;
  /** The date field's format in local time. */
  expires: string;
};

export const NEW_INVITE: InviteValues = { code: '', note: '', max_uses: 1, expires: '' };

const MAX_USES = 1_000_000;

export type InviteProblems = { max_uses?: 'max_uses_wrong'; expires?: 'expires_wrong' };

export function checkInvite(values: InviteValues, nowSeconds: number): InviteProblems {
  const uses = Number(values.max_uses);
  const usesFit = values.max_uses !== '' && Number.isInteger(uses) && uses >= 1 && uses <= MAX_USES;
  const expires = expirySeconds(values.expires);
  const expiresFit = values.expires === '' || (expires !== null && expires > nowSeconds);
  return {
    ...(usesFit ? {} : { max_uses: 'max_uses_wrong' }),
    ...(expiresFit ? {} : { expires: 'expires_wrong' }),
  };
}

function expirySeconds(local: string): number | null {
  const time = new Date(local).getTime();
  return Number.isNaN(time) ? null : Math.floor(time / 1000);
}

export function newInviteOf(values: InviteValues): NewInvite {
  const code = values.code.trim();
  const expires_at = expirySeconds(values.expires);
  return {
    ...(code ? { code } : {}),
    note: values.note.trim(),
    max_uses: Number(values.max_uses),
    ...(expires_at === null ? {} : { expires_at }),
  };
}

export type InviteState = 'disabled' | 'expired' | 'used_up' | 'active';

export function inviteState(
  invite: Pick<Invite, 'enabled' | 'expires_at' | 'used' | 'max_uses'>,
  nowSeconds: number,
): InviteState {
  if (!invite.enabled) return 'disabled';
  if (invite.expires_at != null && invite.expires_at <= nowSeconds) return 'expired';
  return invite.used >= invite.max_uses ? 'used_up' : 'active';
}
