/** Calls for projects, channels, lists and tasks with their request and response types. */
import i18next from 'i18next';
import { type CallOptions, callUntyped } from '@/lib/api/client';
import { networkError } from '@/lib/api/envelope';
import type { ListFilter, ListView, Mapping, MappingHints } from './list-types';
import type { PresetRequest, PresetView } from './preset-types';
import type {
  Breakdown,
  ChannelConfig,
  ChannelValidation,
  ChannelView,
  EvidenceView,
  Dashboard,
  ExportFormat,
  ExportRows,
  ExportView,
  ProjectCard,
  ProjectView,
  Quote,
  QuoteRequest,
  ResultFilter,
  ResultRow,
  ResultSort,
  StartRequest,
  TaskFilter,
  TaskView,
  Trial,
} from './types';

interface Paged {
  page: number;
  size: number;
}

interface Page<Row> {
  items: readonly Row[];
  total: number;
}

interface ById {
  id: number;
}

type Nothing = Record<string, never>;
type Done = Record<string, unknown>;

interface Calls {
  'project/catalogue': [Nothing, readonly ProjectCard[]];
  'project/list': [Nothing, readonly ProjectView[]];
  'project/save': [Omit<ProjectView, 'usable'>, ProjectView];
  'channel/list': [Nothing, readonly ChannelView[]];
  'channel/evidence': [{ project: string; days: number }, EvidenceView];
  'channel/presets': [Nothing, readonly PresetView[]];
  'channel/validate': [{ config?: ChannelConfig; yaml?: string; preset?: PresetRequest }, ChannelValidation];
  'channel/save': [
    {
      version: number;
      priority: number;
      enabled: boolean;
      config?: ChannelConfig;
      yaml?: string;
      preset?: PresetRequest;
    },
    ChannelView,
  ];
  'channel/remove': [{ name: string; version: number }, Done];
  'channel/test': [
    {
      config?: ChannelConfig;
      yaml?: string;
      preset?: PresetRequest;
      name?: string;
      project: string;
      number: string;
    },
    Trial,
  ];
  'list/get': [ById, ListView];
  'list/list': [Paged & { filter: ListFilter }, Page<ListView>];
  'list/preview': [ById & { hints: MappingHints }, ListView];
  'list/analyse': [ById & { mapping: Mapping }, ListView];
  'list/save': [ById & { name: string }, ListView];
  'list/rename': [ById & { name: string }, ListView];
  'list/remove': [ById, Done];
  'list/export': [ById & { what: 'numbers' | 'rejected' }, { url: string }];
  'task/quote': [QuoteRequest, Quote];
  'task/sample': [{ list: number; project: string }, ById];
  'task/start': [StartRequest, TaskView];
  'task/list': [Paged & { filter: TaskFilter }, Page<TaskView>];
  'task/get': [ById, TaskView];
  'task/breakdown': [ById, Breakdown];
  'task/results': [ById & Paged & { sort?: ResultSort | null; filter: ResultFilter }, Page<ResultRow>];
  'task/pause': [ById, TaskView];
  'task/resume': [ById, TaskView];
  'task/cancel': [ById, TaskView];
  'task/rename': [ById & { name: string }, TaskView];
  'task/remove': [ById, Done];
  'task/rerun': [ById, ListView];
  'task/export': [
    ById & {
      format: ExportFormat;
      filter: ResultFilter;
      one_file_a_class?: number | null;
      rows: ExportRows;
      columns: readonly string[];
      bom: boolean;
      translated: boolean;
    },
    ExportView,
  ];
  'task/exports': [ById, readonly ExportView[]];
  'task/download': [{ export: number }, { url: string }];
  'task/summary': [Nothing, Dashboard];
}

export type ScreeningCall = keyof Calls;

/** The caller shows the error itself. */
export async function callScreening<Call extends ScreeningCall>(
  path: Call,
  body: Calls[Call][0],
  options: Omit<CallOptions, 'silent'> = {},
): Promise<Calls[Call][1]> {
  const data = await callUntyped(path, body, { ...options, silent: true });
  if (data === null || data === undefined) throw networkError(new Error(i18next.t('errors.error')));
  return data as Calls[Call][1];
}
