/** The calls of the security page. Passwords go along wherever the second factor itself is changed. */
import type { Login, SessionFacts } from '@/components/logins/login';
import { callUntyped } from '@/lib/api/client';

export interface Security {
  totp_enabled: boolean;
  totp_required: boolean;
  recovery_left: number;
  session: SessionFacts;
  logins: readonly Login[];
}

export interface Enrolment {
  secret: string;
  /** What the QR code says. */
  uri: string;
}

export const SECURITY_KEY = 'user/security';
const SILENT = { silent: true } as const;

export async function fetchSecurity(signal: AbortSignal): Promise<Security> {
  return (await callUntyped('user/security', {}, { ...SILENT, signal })) as Security;
}

export async function beginTotp(password: string): Promise<Enrolment> {
  return (await callUntyped('user/totpBegin', { password }, SILENT)) as Enrolment;
}

export async function enableTotp(code: string): Promise<readonly string[]> {
  return codesOf(await callUntyped('user/totpEnable', { code }, SILENT));
}

export async function disableTotp(password: string, code: string): Promise<void> {
  await callUntyped('user/totpDisable', { password, code }, SILENT);
}

export async function newRecoveryCodes(password: string): Promise<readonly string[]> {
  return codesOf(await callUntyped('user/recoveryCodes', { password }, SILENT));
}

function codesOf(answer: unknown): readonly string[] {
  return (answer as { recovery_codes: readonly string[] }).recovery_codes;
}
