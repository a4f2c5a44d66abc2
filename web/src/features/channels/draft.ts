/**
 * Form values of a channel. Every field exists under the path that the server uses in faults. Name/value
 * tables are lists, so that incomplete rows are possible.
 */
import { POINT_FRACTION_DIGITS } from '@/config/constants';
import { parseAmount, typedPoints } from '@/lib/money';
import { oneOf } from '@/lib/filter-values';
import { keysOf, recordOf } from '@/lib/records';
import {
  AUTH_FIELDS,
  AUTH_FIELDS_OF,
  type AuthField,
  type Auth,
  type AuthKind,
  type Callback,
  type ChannelConfig,
  DELIVERY_FORMATS,
  ENCODINGS,
  JOB_PLACES,
  type Kind,
  MATCH_BY,
  type Mode,
  type Poll,
  REPLY_TYPES,
  type Request,
  VERIFICATIONS,
} from './config';
import { type NumberText, type Pair, pairsOf, textsOf, whole } from './draft-values';
import {
  type AlsoDraft,
  type ClassifyDraft,
  type MapDraft,
  alsoDraft,
  alsoOf,
  classifyDraft,
  classifyOf,
  mapDraft,
  mapOf,
} from './rule-draft';

export interface RequestDraft {
  method: string;
  path: string;
  headers: Pair[];
  query: Pair[];
  body: string;
}

const RATES = ['rps', 'burst', 'concurrency'] as const;
/** Limits that a channel need not have. */
const QUOTAS = ['per_minute', 'per_day', 'per_month'] as const;

/** A type alias, because interfaces are not assignable to index signatures. */
export type Draft = {
  /** Stored beside the configuration, but edited and versioned with it. */
  priority: NumberText;
  enabled: boolean;
  name: string;
  kind: Kind;
  base_url: string;
  checks: string[];
  countries: string[];
  contract: { ref: string; expires: string };
  auth: Record<(typeof AUTH_FIELDS)[number], string> & { kind: AuthKind };
  secrets: Pair[];
  mode: Mode;
  batch: { max: NumberText };
  submit: RequestDraft;
  poll: RequestDraft & {
    job: string;
    every_s: NumberText;
    max_s: NumberText;
    state: string;
    done: string[];
    failed: string[];
    results: string;
    file: string;
    fetch: RequestDraft & { on: boolean };
  };
  callback: {
    job_in: string;
    job: string;
    submitted: string;
    format: string;
    deliveries: NumberText;
    reply: { on: boolean; status: NumberText; content_type: string; body: string };
    max_s: NumberText;
    verify: string;
    secret: string;
    header: string;
    timestamp_header: string;
    encoding: string;
    prefix: string;
  };
  csv: { on: boolean; separator: string; columns: string[] };
  items: string;
  match: { key: string; by: string };
  also: AlsoDraft[];
  map: MapDraft[];
  classify: ClassifyDraft[];
  limit: Record<(typeof RATES)[number] | (typeof QUOTAS)[number], NumberText>;
  retry: { max: NumberText; base_ms: NumberText; cap_ms: NumberText; on_timeout: boolean };
  breaker: { failures: NumberText; rate: NumberText; window_s: NumberText; open_s: NumberText };
  cost: { per: string; points: string; path: string };
  answer: { max_bytes: NumberText; timeout_ms: NumberText; max_depth: NumberText };
  /** Not edited here. */
  preset: ChannelConfig['preset'];
};

/** Omitted if empty: the server distinguishes missing from empty. */
const OPTIONAL_AUTH: ReadonlySet<AuthField> = new Set(['scope', 'key_header', 'key_id']);

const AUTH_DEFAULTS: Partial<Record<AuthField, string>> = {
  send_in: 'header',
  header: 'x-signature',
  timestamp_header: 'x-timestamp',
  encoding: 'hex',
  message: '{{ timestamp }}.{{ body }}',
  algorithm: 'rs256',
  claims: '{}',
  ttl_s: '300',
};

/** What is stored beside the configuration of a channel. */
export type Place = Pick<Draft, 'priority' | 'enabled'>;

export const NEW_PLACE: Place = { priority: 100, enabled: false };

export function draftOf(config: ChannelConfig, { priority, enabled }: Place = NEW_PLACE): Draft {
  const { poll, callback, contract, match, limit, retry, breaker, cost, answer } = config;
  return {
    priority,
    enabled,
    name: config.name,
    kind: config.kind ?? 'http',
    base_url: config.base_url ?? '',
    checks: [...(config.checks ?? [])],
    countries: [...(config.countries ?? [])],
    contract: { ref: contract?.ref ?? '', expires: contract?.expires ?? '' },
    auth: authDraft(config.auth),
    secrets: pairsOf(config.secrets),
    mode: config.mode ?? 'sync',
    batch: { max: config.batch?.max ?? 1 },
    submit: requestDraft(config.submit, 'POST'),
    poll: {
      ...requestDraft(poll, 'GET'),
      job: poll?.job ?? '$.id',
      every_s: poll?.every_s ?? 2,
      max_s: poll?.max_s ?? 600,
      state: poll?.state ?? '',
      done: [...(poll?.done ?? [])],
      failed: [...(poll?.failed ?? [])],
      results: poll?.results ?? '',
      file: poll?.file ?? '',
      fetch: { ...requestDraft(poll?.fetch, 'GET'), on: Boolean(poll?.fetch) },
    },
    callback: {
      job_in: callback?.job_in ?? 'body',
      job: callback?.job ?? '$.id',
      submitted: callback?.submitted ?? '',
      format: callback?.format ?? 'json',
      deliveries: callback?.deliveries ?? 1,
      reply: {
        on: Boolean(callback?.reply),
        status: callback?.reply?.status ?? 200,
        content_type: callback?.reply?.content_type ?? 'text/plain',
        body: callback?.reply?.body ?? '',
      },
      max_s: callback?.max_s ?? 600,
      verify: callback?.verify ?? 'none',
      secret: callback?.secret ?? '',
      header: callback?.header ?? 'x-signature',
      timestamp_header: callback?.timestamp_header ?? '',
      encoding: callback?.encoding ?? 'hex',
      prefix: callback?.prefix ?? '',
    },
    csv: {
      on: Boolean(config.csv),
      separator: config.csv?.separator ?? ',',
      columns: [...(config.csv?.columns ?? [])],
    },
    items: config.items ?? '$',
    match: { key: match?.key ?? '', by: match?.by ?? 'e164' },
    also: (config.also ?? []).map(alsoDraft),
    map: (config.map ?? []).map(mapDraft),
    classify: (config.classify ?? []).map(classifyDraft),
    limit: {
      rps: limit?.rps ?? 10,
      burst: limit?.burst ?? 10,
      concurrency: limit?.concurrency ?? 8,
      per_minute: limit?.per_minute ?? '',
      per_day: limit?.per_day ?? '',
      per_month: limit?.per_month ?? '',
    },
    retry: {
      max: retry?.max ?? 4,
      base_ms: retry?.base_ms ?? 200,
      cap_ms: retry?.cap_ms ?? 20_000,
      on_timeout: retry?.on_timeout ?? true,
    },
    breaker: {
      failures: breaker?.failures ?? 10,
      rate: breaker?.rate ?? 50,
      window_s: breaker?.window_s ?? 30,
      open_s: breaker?.open_s ?? 30,
    },
    cost: { per: cost?.per ?? 'item', points: typedPoints(cost?.points ?? 0), path: cost?.path ?? '' },
    answer: {
      max_bytes: answer?.max_bytes ?? 8 * 1024 * 1024,
      timeout_ms: answer?.timeout_ms ?? 30_000,
      max_depth: answer?.max_depth ?? 32,
    },
    preset: config.preset,
  };
}

function authDraft(auth: Auth = { kind: 'none' }): Draft['auth'] {
  const given: Partial<Record<string, string | number | null>> = auth;
  const fields = recordOf(AUTH_FIELDS, (field) => String(given[field] ?? AUTH_DEFAULTS[field] ?? ''));
  return { ...fields, kind: auth.kind };
}

function requestDraft(request: Request | null | undefined, method: string): RequestDraft {
  return {
    method: request?.method ?? method,
    path: request?.path ?? '',
    headers: pairsOf(request?.headers),
    query: pairsOf(request?.query),
    body: request?.body ?? '',
  };
}

/** The request. Omits sections that the mode does not use. */
export function configOf(draft: Draft): ChannelConfig {
  const { kind, mode, contract, cost } = draft;
  const head = { name: draft.name.trim(), kind, checks: draft.checks, countries: draft.countries };
  if (kind === 'builtin') return head;
  const secrets = textsOf(draft.secrets);
  return {
    ...head,
    base_url: draft.base_url.trim(),
    ...(contract.ref.trim() || contract.expires
      ? { contract: { ref: contract.ref.trim(), expires: contract.expires } }
      : {}),
    auth: authOf(draft.auth),
    ...(Object.keys(secrets).length > 0 ? { secrets } : {}),
    mode,
    batch: { max: whole(draft.batch.max) },
    submit: requestOf(draft.submit),
    ...(mode === 'poll' ? { poll: pollOf(draft.poll) } : {}),
    ...(mode === 'callback' ? { callback: callbackOf(draft.callback) } : {}),
    ...(draft.csv.on ? { csv: csvOf(draft.csv) } : {}),
    items: draft.items.trim(),
    match: {
      ...(draft.match.by === 'order' ? {} : { key: draft.match.key.trim() }),
      by: oneOf(MATCH_BY, draft.match.by) ?? 'e164',
    },
    ...(draft.also.length > 0 ? { also: draft.also.map(alsoOf) } : {}),
    map: draft.map.map(mapOf),
    classify: draft.classify.map(classifyOf),
    limit: limitOf(draft.limit),
    retry: retryOf(draft.retry),
    breaker: wholes(draft.breaker),
    cost: {
      per: cost.per === 'request' ? 'request' : 'item',
      points: Number(parseAmount(cost.points || '0', POINT_FRACTION_DIGITS) ?? -1n),
      ...(cost.path.trim() ? { path: cost.path.trim() } : {}),
    },
    answer: wholes(draft.answer),
    ...(draft.preset ? { preset: draft.preset } : {}),
  };
}

function csvOf({ separator, columns }: Draft['csv']): NonNullable<ChannelConfig['csv']> {
  return { separator, ...(columns.length > 0 ? { columns } : {}) };
}

/** An empty quota is left out. */
function limitOf(limit: Draft['limit']): NonNullable<ChannelConfig['limit']> {
  const quotas = QUOTAS.filter((name) => limit[name] !== '').map(
    (name) => [name, whole(limit[name])] as const,
  );
  const { rps, burst, concurrency } = limit;
  return { ...wholes({ rps, burst, concurrency }), ...Object.fromEntries(quotas) };
}

function retryOf({ on_timeout: onTimeout, ...delays }: Draft['retry']): NonNullable<ChannelConfig['retry']> {
  return { ...wholes(delays), on_timeout: onTimeout };
}

function wholes<Names extends string>(typed: Record<Names, NumberText>): Record<Names, number> {
  return recordOf(keysOf(typed), (name) => whole(typed[name]));
}

function authOf(auth: Draft['auth']): NonNullable<ChannelConfig['auth']> {
  const given = AUTH_FIELDS_OF[auth.kind]
    .filter((field) => auth[field] !== '' || !OPTIONAL_AUTH.has(field))
    .map((field) => [field, field === 'ttl_s' ? whole(auth[field]) : auth[field]] as const);
  return { kind: auth.kind, ...Object.fromEntries(given) };
}

function requestOf(request: RequestDraft): Request {
  return {
    method: request.method,
    path: request.path.trim(),
    headers: textsOf(request.headers),
    query: textsOf(request.query),
    ...(request.body ? { body: request.body } : {}),
  };
}

function pollOf(poll: Draft['poll']): Poll {
  return {
    ...requestOf(poll),
    job: poll.job.trim(),
    every_s: whole(poll.every_s),
    max_s: whole(poll.max_s),
    state: poll.state.trim(),
    done: poll.done,
    failed: poll.failed,
    ...(poll.results.trim() ? { results: poll.results.trim() } : {}),
    ...(poll.fetch.on ? { fetch: requestOf(poll.fetch) } : {}),
    ...(poll.fetch.on && poll.file.trim() ? { file: poll.file.trim() } : {}),
  };
}

function replyOf(reply: Draft['callback']['reply']): NonNullable<Callback['reply']> {
  return {
    status: whole(reply.status),
    content_type: oneOf(REPLY_TYPES, reply.content_type) ?? 'text/plain',
    body: reply.body,
  };
}

function callbackOf(callback: Draft['callback']): NonNullable<ChannelConfig['callback']> {
  const { submitted, reply, timestamp_header: timestampHeader } = callback;
  const jobIn = oneOf(JOB_PLACES, callback.job_in) ?? 'body';
  return {
    job_in: jobIn,
    job: callback.job.trim(),
    ...(submitted.trim() && jobIn === 'body' ? { submitted: submitted.trim() } : {}),
    format: oneOf(DELIVERY_FORMATS, callback.format) ?? 'json',
    deliveries: whole(callback.deliveries),
    ...(reply.on ? { reply: replyOf(reply) } : {}),
    max_s: whole(callback.max_s),
    verify: oneOf(VERIFICATIONS, callback.verify) ?? 'none',
    secret: callback.secret,
    header: callback.header.trim(),
    ...(timestampHeader.trim() ? { timestamp_header: timestampHeader.trim() } : {}),
    encoding: oneOf(ENCODINGS, callback.encoding) ?? 'hex',
    prefix: callback.prefix,
  };
}
