/** Calls of the security page. Changing the second factor requires the password. */
import { queryOptions } from '@tanstack/react-query';
import { type CallBody, type CallData, call, callFor } from '@/lib/api/client';

export type Security = CallData<'user/security'>;
export type Passkey = Security['passkeys'][number];
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

/** `code` is required if the account has a passkey. */
export function beginTotp(password: string, code: string): Promise<Enrolment> {
  return callFor('user/totpBegin', { password, ...withCode(code) }, SILENT);
}

function withCode(code: string): { code?: string } {
  return code === '' ? {} : { code };
}

/** `code` is required if the account has a second factor. */
export function beginPasskey(password: string, code: string): Promise<CallData<'user/passkeyBegin'>> {
  return callFor('user/passkeyBegin', { password, ...withCode(code) }, SILENT);
}

/** Returns recovery codes if this is the account's first second factor. */
export async function addPasskey(
  name: string,
  ticket: string,
  credential: CallBody<'user/passkeyAdd'>['credential'],
): Promise<readonly string[]> {
  return (await callFor('user/passkeyAdd', { name, ticket, credential }, SILENT)).recovery_codes;
}

export async function renamePasskey(id: number, name: string): Promise<void> {
  await call('user/passkeyRename', { id, name }, SILENT);
}

export async function removePasskey(id: number, password: string, code: string): Promise<void> {
  await call('user/passkeyRemove', { id, password, code }, SILENT);
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

export function securityOptions() {
  return queryOptions({ queryKey: [SECURITY_KEY], queryFn: ({ signal }) => fetchSecurity(signal) });
}

export function allowancesOptions() {
  return queryOptions({ queryKey: [ALLOWANCES_KEY], queryFn: ({ signal }) => fetchAllowances(signal) });
}
