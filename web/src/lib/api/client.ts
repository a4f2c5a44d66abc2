/** Calls the server: response envelope, headers, timeout, session codes and error messages. */
import i18next from 'i18next';
import {
  API_BASE,
  API_SOURCE,
  API_TIMEOUT_MS,
  API_VERSION,
  SESSION_CODES,
  SUCCESS_CODE,
  SUCCESS_CODES,
  VERSION_HEADER,
} from '@/config/constants';
import { boot } from '@/lib/boot';
import { currentLanguage } from '@/lib/i18n/i18n';
import { isPageUnloading } from '@/lib/page-unload';
import { useSessionStore } from '@/lib/session/session-store';
import { readToken } from '@/lib/session/token';
import { useAppStore } from '@/lib/stores/app-store';
import { toast } from '@/lib/toast';
import { ApiError, networkError, readEnvelope, withoutAnswer } from './envelope';
import type { paths } from './schema';

type WithoutSlash<Path> = Path extends `/${infer Call}` ? Call : never;
export type CallPath = WithoutSlash<keyof paths>;
type Post<Call extends CallPath> = paths[`/${Call}`]['post'];

type BodyOf<Operation> = Operation extends { requestBody: { content: { 'application/json': infer Body } } }
  ? Body
  : Record<string, never>;
type DataOf<Operation> = Operation extends {
  responses: { 200: { content: { 'application/json': { data: infer Data } } } };
}
  ? Data
  : never;

export type CallBody<Call extends CallPath> = BodyOf<Post<Call>>;
export type CallData<Call extends CallPath> = DataOf<Post<Call>>;

export interface CallOptions {
  signal?: AbortSignal;
  /** The caller shows the error itself. Session errors are still reported. */
  silent?: boolean;
  /** Success codes other than 0 count as refused. */
  onlyZero?: boolean;
  /** Session to use instead of the current one. */
  token?: string;
  /** For calls that may take longer than others. */
  timeoutMs?: number;
}

export async function call<Call extends CallPath>(
  path: Call,
  body: CallBody<Call>,
  options: CallOptions = {},
): Promise<CallData<Call> | null> {
  const token = options.token ?? readToken();
  try {
    const response = await send(path, token, body, options);
    noticeVersion(response.headers.get(VERSION_HEADER));
    const envelope = await readEnvelope<CallData<Call> | null>(response);
    const accepted = options.onlyZero ? [SUCCESS_CODE] : SUCCESS_CODES;
    if (accepted.includes(envelope.code)) return envelope.data;
    throw new ApiError(envelope);
  } catch (reason) {
    if (options.signal?.aborted) throw reason;
    if (isPageUnloading() && !(reason instanceof ApiError)) return neverSettled();
    const error = reason instanceof ApiError ? reason : networkError(reason);
    report(error, token, options.silent ?? false);
    throw error;
  }
}

/** For calls that always return data on success. */
export async function callFor<Call extends CallPath>(
  path: Call,
  body: CallBody<Call>,
  options: CallOptions = {},
): Promise<NonNullable<CallData<Call>>> {
  const data = await call(path, body, options);
  if (data === null || data === undefined) throw withoutAnswer(i18next.t('errors.error'));
  return data;
}

/**
 * Used for calls that are aborted because the page unloads: treating them as failures would end the session.
 */
function neverSettled(): Promise<never> {
  return new Promise(() => undefined);
}

function send(
  path: string,
  token: string | null,
  body: unknown,
  { signal, timeoutMs = API_TIMEOUT_MS }: Pick<CallOptions, 'signal' | 'timeoutMs'>,
): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs);
  return fetch(`${API_BASE}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...callHeaders(token) },
    body: JSON.stringify(body),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  });
}

export function callHeaders(token: string | null): Record<string, string> {
  return {
    ...(token === null ? {} : { sid: token }),
    lang: currentLanguage(),
    ver: API_VERSION,
    source: API_SOURCE,
  };
}

function noticeVersion(served: string | null): void {
  if (served !== null && boot.version !== 'dev' && served !== boot.version) {
    useAppStore.setState({ newVersion: served });
  }
}

/** Shows an error: session errors always, others unless the call is silent. */
export function report(error: ApiError, usedToken: string | null, silent: boolean): void {
  const expired = SESSION_CODES.includes(error.code);
  if (expired) {
    // Ignore late responses to a session that is no longer the current one.
    if (usedToken === null || usedToken !== readToken()) return;
    useSessionStore.getState().expire();
  }
  if (!silent || expired) toast.failure(error);
}
