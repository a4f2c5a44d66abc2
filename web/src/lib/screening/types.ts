/** Types of projects, channels and tasks, as the server describes them. Amounts are in 1/10,000 point. */
import { allWords, type Schemas } from '@/lib/api/schemas';

// Projects

export const CATEGORIES = allWords<Category>()(
  'messaging',
  'social',
  'finance',
  'commerce',
  'carrier',
  'hygiene',
);
export type Category = Schemas['Category'];
export const ANSWERERS = allWords<Answerer>()('hygiene', 'carrier', 'channels');
export type Answerer = Schemas['Answerer'];
export type Prices = ProjectDetails['country_prices'];
export type ProjectCard = Schemas['ProjectCard'];
export type ProjectDetails = Schemas['ProjectDetails'];
export type ProjectView = Schemas['ProjectView'];
export const ROUTES = allWords<RouteBy>()('priority', 'cost', 'split');
export type RouteBy = Schemas['RouteBy'];
export type Routing = Schemas['Routing'];

// Channels

export type ChannelConfig = Schemas['ChannelConfig'];
export type ChannelHealth = Schemas['ChannelHealth'];
export type ChannelView = Schemas['ChannelView'];
export type ChannelFault = Schemas['Fault'];
export type ChannelValidation = Schemas['ChannelValidateAnswer'];
export type ChannelCondition = Schemas['ChannelCondition'];
export type Trial = Schemas['Trial'];
export type TrialAnswer = Schemas['Shown'];
export type Traffic = Schemas['Traffic'];
export type ChannelTraffic = Schemas['ChannelTrafficView'];
export type Agreement = Schemas['AgreementView'];
export type EvidenceView = Schemas['EvidenceView'];

// Tasks

export const TASK_MODES = allWords<TaskMode>()('single', 'parallel', 'waterfall');
export type TaskMode = Schemas['TaskMode'];
export const TASK_STATES = allWords<TaskState>()('running', 'paused', 'completed', 'cancelled', 'stopped');
export type TaskState = Schemas['TaskState'];

/** What a number must fulfil for a step to run. Empty parts mean no condition. */
export type Condition = Schemas['Condition'];
export type CheckRequest = Schemas['CheckRequest'];
export type QuoteRequest = Schemas['QuoteRequest'];
export type QuoteCheck = Schemas['QuotedCheckView'];
export type Quote = Schemas['QuoteAnswer'];
export type StartRequest = Schemas['StartRequest'];
export type TaskCheck = Schemas['CheckView'];
export type TaskView = Schemas['TaskView'];
/** What became of the rows that were sent; they add up to `sent`. */
export type RowCounts = Schemas['RowCounts'];
/** Providers of a running task fail. */
export type Waiting = Schemas['WaitingView'];
export type TaskFilter = Schemas['TaskFilterRequest'];
export type Breakdown = Schemas['Breakdown'];
export type ResultFilter = Schemas['ResultFilter'];
export type ResultSort = Schemas['ResultSort'];
/** The names are those of the columns of an export. */
export type ResultRow = Schemas['ResultView'];

export const EXPORT_FORMATS = allWords<ExportFormat>()('csv', 'xlsx', 'txt', 'parquet', 'jsonl');
export type ExportFormat = Schemas['ResultFormat'];
export const EXPORT_ROWS = allWords<ExportRows>()('all', 'unique');
export type ExportRows = Schemas['ExportRows'];
export type ExportView = Schemas['ExportView'];

export type UsageDay = Schemas['DayView'];
export type Dashboard = Schemas['Summary'];

// Events

export type TaskEvent = Pick<
  TaskView,
  'id' | 'state' | 'done' | 'total' | 'charged' | 'unknown' | 'failed' | 'answers' | 'hits'
>;
export type ExportEvent = Pick<ExportView, 'id' | 'state' | 'done' | 'total'> & { task: number };
