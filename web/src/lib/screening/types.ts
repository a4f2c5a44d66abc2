/** Request and response types for projects, channels, lists and tasks. Amounts are in 1/10,000 point. */

// Projects

export const CATEGORIES = ['messaging', 'social', 'finance', 'commerce', 'carrier', 'hygiene'] as const;
export type Category = (typeof CATEGORIES)[number];
export const ANSWERERS = ['hygiene', 'carrier', 'channels'] as const;
export type Answerer = (typeof ANSWERERS)[number];
export type Prices = Readonly<Record<string, number>>;

export interface ProjectCard {
  slug: string;
  category: Category;
  icon: string;
  name: string;
  description: string;
  answerer: Answerer;
  /** Definite statuses. The first one counts as a hit. */
  statuses: readonly string[];
  price: number;
  country_prices: Prices;
  min_numbers: number;
  max_numbers: number;
  /** Empty for all. */
  countries: readonly string[];
  usable: boolean;
  reason: '' | 'no_channel' | 'disabled';
}

export interface ProjectDetails {
  category: Category;
  icon: string;
  names: Readonly<Record<string, string>>;
  descriptions: Readonly<Record<string, string>>;
  answerer: Answerer;
  statuses: readonly string[];
  price: number;
  country_prices: Prices;
  min_numbers: number;
  max_numbers: number;
  countries: readonly string[];
  channels: readonly string[];
  chunk_size: number;
}

export interface ProjectView {
  slug: string;
  sort: number;
  enabled: boolean;
  /** 0 creates a new project. */
  version: number;
  usable: boolean;
  details: ProjectDetails;
}

// Channels

export type ChannelConfig = Readonly<Record<string, unknown>>;

export interface ChannelHealth {
  requests: number;
  success_rate: number | null;
  p50_ms: number | null;
  p95_ms: number | null;
  /** Empty before the first request. */
  breaker: '' | 'closed' | 'open' | 'half_open';
  last_error: string;
  last_error_at: number | null;
  items_today: number;
  spend_today: number;
  nodes: number;
}

export interface ChannelView {
  name: string;
  priority: number;
  enabled: boolean;
  disabled_reason: string;
  version: number;
  /** Secrets are masked. */
  config: ChannelConfig;
  yaml: string;
  usable: boolean;
  unusable: '' | 'no_contract' | 'expired' | 'disabled' | 'faulty';
  health: ChannelHealth;
}

export interface ChannelFault {
  field: string;
  problem: Readonly<Record<string, unknown>> & { code: string };
}

export interface ChannelValidation {
  config: ChannelConfig;
  yaml: string;
  faults: readonly ChannelFault[];
}

export interface TrialAnswer {
  /** 0 for a delivery. */
  status: number;
  headers: readonly (readonly string[])[];
  body: string;
  /** Only the beginning of the body is shown. */
  cut: boolean;
}

export interface Trial {
  /** One in mode `sync`, several in mode `poll`, the submission and the delivery in mode `callback`. */
  exchanges: readonly { request: string; response?: TrialAnswer | null }[];
  mapped?:
    | { kind: 'definite'; status: string; fields: Readonly<Record<string, string>> }
    | { kind: 'unknown'; reason: string }
    | null;
  /** Why the channel did not answer. */
  error?: string | null;
  faults: readonly ChannelFault[];
  latency_ms: number;
}

// Tasks

export const TASK_MODES = ['single', 'parallel', 'waterfall'] as const;
export type TaskMode = (typeof TASK_MODES)[number];
export const TASK_STATES = ['running', 'paused', 'completed', 'cancelled', 'stopped'] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** What a number must fulfil for a step to run. Empty parts mean no condition. */
export interface Condition {
  /** Index of an earlier check. */
  step: number | null;
  statuses: readonly string[];
  kinds: readonly string[];
  countries: readonly string[];
}

export interface CheckRequest {
  project: string;
  condition: Condition | null;
}

export interface QuoteRequest {
  list: number;
  mode: TaskMode;
  checks: readonly CheckRequest[];
}

export interface QuoteCheck {
  project: string;
  name: string;
  billable: number;
  /** Numbers in countries that the project does not cover. They are neither checked nor charged. */
  not_covered: number;
  unit_price: number;
  price: number;
  /** The likely price; null if it is not known. */
  expected: number | null;
  usable: boolean;
  reason: string;
}

export interface Quote {
  numbers: number;
  billable: number;
  price: number;
  /** The price without the conditions of a waterfall. */
  full_price: number;
  /** The likely price of a waterfall; null if the hit rates are not known. */
  expected: number | null;
  balance: number;
  credit: number;
  /** Held for running tasks. */
  held: number;
  /** Points short; 0 when there are enough. */
  missing: number;
  from_credit: number;
  from_points: number;
  checks: readonly QuoteCheck[];
  sample_left: number;
}

export interface StartRequest extends QuoteRequest {
  name: string;
  purpose: string;
  confirmed: boolean;
  /** Per cent. */
  error_threshold: number | null;
  freshness_days: number;
}

export interface TaskCheck {
  project: string;
  name: string;
  /** Statuses common to all projects, then those of the project. */
  statuses: readonly string[];
  price: number;
  condition: Condition | null;
}

export interface TaskView {
  id: number;
  uid: number;
  username: string;
  name: string;
  state: TaskState;
  reason: string;
  mode: TaskMode;
  sample: boolean;
  list: number;
  list_name: string;
  checks: readonly TaskCheck[];
  total: number;
  done: number;
  unprocessed: number;
  charged_answers: number;
  charged: number;
  held: number;
  /** Points that cancelling would refund now. */
  refundable: number;
  unknown: number;
  /** Unknown because providers failed. */
  failed: number;
  answers: number;
  hits: number;
  created_at: number;
  finished_at: number | null;
  expires_at: number | null;
  purpose: string;
  /** The request that created it; empty for tasks of earlier versions. */
  request_id: string;
  error_threshold: number | null;
  freshness_days: number;
  columns: readonly string[];
  ready: boolean;
  waiting: Waiting | null;
  /** Null for samples and for tasks of earlier versions. */
  rows: RowCounts | null;
}

/** What became of the rows that were sent; they add up to `sent`. */
export interface RowCounts {
  sent: number;
  answered: number;
  skipped: number;
  unprocessed: number;
  duplicates: number;
  suppressed: number;
  refused: number;
  blank: number;
}

/** Providers of a running task fail. */
export interface Waiting {
  since: number;
  channels: number;
  failing: number;
  /** No channel works for at least one check. */
  stopped: boolean;
  /** Only for staff. */
  causes: readonly { channel: string; condition: ChannelCondition; since: number; detail: string }[] | null;
}

export type ChannelCondition = 'working' | 'degraded' | 'down' | 'refused' | 'expired';

export interface TaskFilter {
  uid?: number | null;
  state?: TaskState | null;
  mode?: TaskMode | null;
  project?: string | null;
  search?: string | null;
  from?: number | null;
  until?: number | null;
}

export interface Breakdown {
  rows: number;
  by_status: readonly { check: number; status: string; count: number }[];
  by_country: readonly { country: string; count: number }[];
  by_kind: readonly { kind: string; count: number }[];
  /** The largest carriers. The rest has an empty name. */
  by_carrier: readonly { carrier: string; count: number }[];
  /** Names of the answers' fields, by check. */
  fields: readonly (readonly string[])[];
  /** Names of the columns of an export. */
  columns: readonly string[];
}

export interface ResultFilter {
  /** One entry per check, null for all statuses. */
  statuses?: readonly (readonly string[] | null)[];
  countries?: readonly string[];
  kinds?: readonly string[];
  carriers?: readonly string[];
  /** The first digits of the number. */
  number?: string;
  /** Text within the number or any column of the upload. */
  search?: string;
  /** Text within single columns of the upload, null for any. */
  columns?: readonly (string | null)[];
}

export interface ResultSort {
  by: 'input' | 'status' | 'country' | 'kind' | 'carrier';
  check?: number;
  descending?: boolean;
}

/** The names are those of the columns of an export. */
export interface ResultRow {
  row: number;
  /** As written in the upload. */
  number: string;
  e164: string;
  country: string;
  type: string;
  original_carrier: string;
  checks: readonly {
    status: string;
    reason: string;
    source: string;
    checked_at: number | null;
    fields: Readonly<Record<string, unknown>>;
  }[];
  carried: readonly string[];
}

export const EXPORT_FORMATS = ['csv', 'xlsx', 'txt', 'parquet', 'jsonl'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export const EXPORT_ROWS = ['all', 'unique'] as const;
export type ExportRows = (typeof EXPORT_ROWS)[number];

export interface ExportView {
  id: number;
  task: number;
  state: 'pending' | 'running' | 'done' | 'failed' | 'cancelled';
  format: ExportFormat;
  rows: number;
  done: number;
  total: number;
  bytes: number;
  file_name: string;
  created_at: number;
  finished_at: number | null;
  error: string;
}

export interface UsageDay {
  day: number;
  project: string;
  answers: number;
  hits: number;
  unknown: number;
  charged: number;
}

export interface Dashboard {
  running: readonly TaskView[];
  recent: readonly TaskView[];
  days: readonly UsageDay[];
  operator: {
    queue: { tasks: number; pending: number; running: number; jobs: number; failed: number };
    revenue_30d: number;
    cost_30d: number;
    unmatched_deposits: number;
    active_users_30d: number;
    channels: readonly {
      name: string;
      enabled: boolean;
      breaker: ChannelHealth['breaker'];
      success_rate: number | null;
      condition: ChannelCondition;
      since: number | null;
    }[];
  } | null;
}

// Events

export interface TaskEvent {
  id: number;
  state: TaskState;
  done: number;
  total: number;
  charged: number;
  unknown: number;
  failed: number;
  answers: number;
  hits: number;
}

export interface ExportEvent {
  id: number;
  task: number;
  state: ExportView['state'];
  done: number;
  total: number;
}
