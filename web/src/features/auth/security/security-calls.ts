/** Calls of the security page. Changing the second factor requires the password. */
import { type CallData, call, callFor } from '@/lib/api/client';

export type Security = CallData<'user/security'>;
/** The secret and the content of the QR code. */
export type Enrolment = CallData<'user/totpBegin'>;

export const SECURITY_KEY = 'user/security';
const SILENT = { silent: true } as const;

export function fetchSecurity(signal: AbortSignal): Promise<Security> {
  return callFor('user/security', {}, { ...SILENT, signal });
}

export const ALLOWANCES_KEY = 'user/allowances';

export function fetchAllowances(signal: AbortSignal): Promise<CallData<'user/allowances'>> {
  return callFor('user/allowances', {}, { ...SILENT, signal });
}

export function beginTotp(password: string): Promise<Enrolment> {
  return callFor('user/totpBegin', { password }, SILENT);
}

export async function enableTotp(code: string): Promise<readonly string[]> {
  return (await callFor('user/totpEnable', { code }, SILENT)).recovery_codes;
}

export async function disableTotp(password: string, code: string): Promise<void> {
  await call('user/totpDisable', { password, code }, SILENT);
}

export async function newRecoveryCodes(password: string, code: string): Promise<readonly string[]> {
  return (await callFor('user/recoveryCodes', { password, code }, SILENT)).recovery_codes;
}
