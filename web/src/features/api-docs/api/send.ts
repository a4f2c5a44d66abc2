import { API_TIMEOUT_MS } from '@/config/constants';

export interface Received {
  status: number;
  statusText: string;
  headers: readonly [string, string][];
  body: string;
}

/** Response headers that belong to the API. */
const SHOWN_HEADERS =
  /^(?:content-type|ratelimit|ratelimit-policy|retry-after|location|x-request-id|allow|idempotency-\w+)$/;

export async function send({ url, init }: { url: string; init: RequestInit }): Promise<Received> {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(API_TIMEOUT_MS) });
  return {
    status: answer.status,
    statusText: answer.statusText,
    headers: [...answer.headers].filter(([name]) => SHOWN_HEADERS.test(name)),
    body: pretty(await answer.text()),
  };
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
