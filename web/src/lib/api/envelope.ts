/** The `{code, msg, data}` envelope of every response, and the error that it becomes. */
import i18next from 'i18next';
import { catchall, number, object, optional, record, string, unknown } from 'zod/mini';

const envelopeSchema = object({ code: number(), msg: optional(string()), data: optional(unknown()) });

/** The data of a success has the type that the server's document gives the call. */
export interface Envelope<Data = unknown> {
  code: number;
  msg?: string | undefined;
  data: Data;
}

const detailSchema = catchall(
  object({
    fields: optional(record(string(), string())),
    retry_after: optional(number()),
    missing: optional(number()),
    trace_id: optional(string()),
  }),
  unknown(),
);

/** Codes of this client for failures without a response from the service. */
export const NETWORK_ERROR_CODE = -1;

export class ApiError extends Error {
  readonly code: number;
  /** Error messages by request field. */
  readonly fields: Readonly<Record<string, string>>;
  readonly retryAfter: number | undefined;
  readonly traceId: string | undefined;
  /** Points short, in 1/10,000 point. */
  readonly missing: number | undefined;

  constructor(envelope: Envelope) {
    super(envelope.msg ?? '');
    this.name = 'ApiError';
    this.code = envelope.code;
    const detail = detailSchema.safeParse(envelope.data);
    this.fields = (detail.success && detail.data.fields) || {};
    this.retryAfter = detail.success ? detail.data.retry_after : undefined;
    this.traceId = detail.success ? detail.data.trace_id : undefined;
    this.missing = detail.success ? detail.data.missing : undefined;
  }

  get isNetwork(): boolean {
    return this.code === NETWORK_ERROR_CODE;
  }
}

export async function readEnvelope<Data>(response: Response): Promise<Envelope<Data>> {
  const body: unknown = await response.json().catch(() => null);
  if (isEnvelope<Data>(body)) return body;
  // The response came from a proxy or was cut off: only its HTTP status is useful.
  throw withoutAnswer(i18next.t('errors.unreadable', { status: response.status }));
}

/** Checks the envelope. Its data is what the document promises: server and console are released together. */
function isEnvelope<Data>(body: unknown): body is Envelope<Data> {
  return envelopeSchema.safeParse(body).success;
}

/** What the browser says about a failed request is in its own language and rarely helps. */
export function networkError(reason: unknown): ApiError {
  const late = reason instanceof DOMException && reason.name === 'TimeoutError';
  return withoutAnswer(i18next.t(late ? 'errors.timed_out' : 'errors.no_answer'));
}

export function withoutAnswer(message: string): ApiError {
  return new ApiError({ code: NETWORK_ERROR_CODE, msg: message, data: null });
}
