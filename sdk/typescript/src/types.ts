/** The types of requests and responses, by name. */
import type { components } from './schema.js';

type Schemas = components['schemas'];

export type Balance = Schemas['BalanceObject'];
export type CheckAnswer = Schemas['CheckObject'];
export type Delivery = Schemas['DeliveryObject'];
export type Endpoint = Schemas['EndpointObject'];
export type EndpointCreate = Schemas['EndpointCreateRequest'];
export type EndpointSecret = Schemas['EndpointSecretAnswer'];
export type EndpointUpdate = Schemas['EndpointUpdateRequest'];
export type GenerationCount = Schemas['GenerationCount'];
export type GenerationCountRequest = Schemas['GenerationCountRequest'];
export type GenerationOptions = Schemas['GenerationOptions'];
export type GenerationRequest = Schemas['GenerationRequest'];
export type GenerationRun = Schemas['GenerationRun'];
export type Lookup = Schemas['LookupObject'];
export type Lookups = Schemas['LookupsAnswer'];
export type LookupRequest = Schemas['LookupRequest'];
export type LookupsRequest = Schemas['LookupsRequest'];
export type NumberAnswer = Schemas['NumberObject'];
export type Problem = Schemas['Problem'];
export type FieldProblem = Schemas['FieldProblem'];
export type Project = Schemas['ProjectObject'];
export type Rejected = Schemas['RejectedObject'];
export type RerunRequest = Schemas['RerunRequest'];
export type Result = Schemas['ResultObject'];
export type Statement = Schemas['StatementObject'];
export type SuppressionChange = Schemas['SuppressionChangeAnswer'];
export type SuppressionCreateRequest = Schemas['SuppressionCreateRequest'];
export type SuppressionList = Schemas['SuppressionListObject'];
export type SuppressionNumbersRequest = Schemas['SuppressionNumbersRequest'];
export type Task = Schemas['TaskObject'];
export type TaskQuote = Schemas['TaskQuoteObject'];
export type TaskQuoteRequest = Schemas['TaskQuoteRequest'];
export type TaskRequest = Schemas['TaskRequest'];
/** A file that was sent. */
export type StoredFile = Schemas['FileObject'];
export type FileTaskRequest = Schemas['FileTaskRequest'];
export type Usage = Schemas['UsageAnswer'];
/** A row that was sent, with what became of it. Its columns depend on the file and the projects. */
export type Row = Record<string, unknown> & { row: number; outcome: string };
