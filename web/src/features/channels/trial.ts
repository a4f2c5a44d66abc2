/** A channel tried with one number: what was sent, what came back, and the row it gives. */
import type { Fault } from './faults';

export interface Exchange {
  /** Line, headers and body, secrets masked. */
  request: string;
  response: { status: number; headers: readonly (readonly [string, string])[]; body: string } | null;
}

export interface Trial {
  exchanges: readonly Exchange[];
  mapped: { status: string; fields: readonly (readonly [string, string])[]; reason: string } | null;
  error: string;
  faults: readonly Fault[];
  latencyMs: number;
}

interface RawAnswer {
  status: number;
  headers: unknown;
  body: string;
}

interface RawTrial {
  request?: { text: string };
  response?: RawAnswer | null;
  exchanges?: readonly { request: string; response: RawAnswer | null }[];
  mapped?: { status?: string; fields?: Readonly<Record<string, unknown>>; reason?: string } | null;
  error?: string | null;
  faults?: readonly Fault[];
  latency_ms: number;
}

export function trialOf(raw: RawTrial): Trial {
  const exchanges =
    raw.exchanges ?? (raw.request ? [{ request: raw.request.text, response: raw.response ?? null }] : []);
  return {
    exchanges: exchanges.map(({ request, response }) => ({
      request,
      response: response && { ...response, headers: headersOf(response.headers) },
    })),
    mapped: raw.mapped
      ? {
          status: raw.mapped.status ?? '',
          fields: Object.entries(raw.mapped.fields ?? {}).map(([name, value]) => [name, textOf(value)]),
          reason: raw.mapped.reason ?? '',
        }
      : null,
    error: raw.error ?? '',
    faults: raw.faults ?? [],
    latencyMs: raw.latency_ms,
  };
}

/** Pairs or a record: both are headers. */
function headersOf(headers: unknown): readonly (readonly [string, string])[] {
  if (Array.isArray(headers)) {
    return headers.map((pair: unknown) => {
      const [name, value] = Array.isArray(pair) ? (pair as unknown[]) : [pair, ''];
      return [textOf(name), textOf(value)] as const;
    });
  }
  if (typeof headers !== 'object' || headers === null) return [];
  return Object.entries(headers).map(([name, value]) => [name, textOf(value)]);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** JSON is shown indented; anything else as it came. */
export function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
