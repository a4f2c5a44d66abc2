/** Channel configuration as stored by the server. Fields with default values may be missing. */

export const KINDS = ['http', 'builtin'] as const;
export const MODES = ['sync', 'poll', 'callback'] as const;
export const AUTH_KINDS = [
  'none',
  'basic',
  'bearer',
  'header',
  'query',
  'oauth2_client_credentials',
  'hmac',
] as const;
export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export const VERIFICATIONS = ['none', 'hmac', 'standard_webhooks', 'secret_path'] as const;
export const ENCODINGS = ['hex', 'base64'] as const;
export const SEND_IN = ['header', 'body'] as const;
export const MATCH_BY = ['e164', 'digits', 'digits_end', 'order', 'correlation_id'] as const;
export const ACTIONS = ['ok', 'pause', 'throttle', 'retry', 'fail', 'disable_channel'] as const;
export const COST_PER = ['item', 'request'] as const;

export type Kind = (typeof KINDS)[number];
export type Mode = (typeof MODES)[number];
export type AuthKind = (typeof AUTH_KINDS)[number];
export type Action = (typeof ACTIONS)[number];

type Texts = Record<string, string>;

export interface Request {
  method?: string;
  path?: string;
  headers?: Texts;
  query?: Texts;
  body?: string | null;
}

export interface Poll extends Request {
  job?: string;
  every_s?: number;
  max_s?: number;
  state?: string;
  done?: string[];
  failed?: string[];
  results?: string | null;
}

export interface Callback {
  job?: string;
  submitted?: string | null;
  max_s?: number;
  verify?: (typeof VERIFICATIONS)[number];
  secret?: string;
  header?: string;
  timestamp_header?: string | null;
  encoding?: (typeof ENCODINGS)[number];
  prefix?: string;
}

export interface MapRule {
  to?: string;
  path?: string;
  values?: Texts;
  default?: string | null;
  projects?: string[];
  ignore_case?: boolean;
  cases?: { at_least?: number | null; at_most?: number | null; matches?: string | null; is?: string }[];
}

export interface ClassifyRule {
  http?: number[];
  path?: string | null;
  equals?: unknown;
  at_most?: number | null;
  wait?: string | null;
  action?: Action;
  status?: string | null;
  projects?: string[];
  header?: string | null;
  in?: unknown[];
  at_least?: number | null;
  matches?: string | null;
  ignore_case?: boolean;
  wait_header?: string | null;
  free?: boolean;
}

/** A type alias, because interfaces are not assignable to index signatures. */
export type ChannelConfig = {
  name: string;
  kind?: Kind;
  base_url?: string;
  checks?: string[];
  countries?: string[];
  contract?: { ref?: string; expires?: string } | null;
  auth?: { kind: AuthKind } & Record<string, string | null | undefined>;
  secrets?: Texts;
  mode?: Mode;
  batch?: { max?: number };
  submit?: Request;
  poll?: Poll | null;
  callback?: Callback | null;
  items?: string;
  match?: { key?: string; by?: (typeof MATCH_BY)[number] };
  map?: MapRule[];
  classify?: ClassifyRule[];
  limit?: { rps?: number; burst?: number; concurrency?: number };
  retry?: { max?: number; base_ms?: number; cap_ms?: number };
  breaker?: { failures?: number; rate?: number; window_s?: number; open_s?: number };
  /** In 1/10,000 point. */
  cost?: { per?: (typeof COST_PER)[number]; points?: number; path?: string | null };
  answer?: { max_bytes?: number; timeout_ms?: number; max_depth?: number };
};
