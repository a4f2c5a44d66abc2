/**
 * Which modules share a file of the build. Without rules, every set of pages gets a file of its own for what only these
 * pages share: hundreds of files, and dozens of requests before the first page is usable.
 *
 * The rules follow the order in which a user meets the code: the entry, the login page, the shell, then what many
 * pages share. Everything else stays with its page or in a file of the pages that share it.
 */
import type { Rolldown } from 'vite';

type Group = NonNullable<
  Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']
>[number];
type Graph = Pick<Rolldown.PluginContext, 'getModuleInfo'>;

const START = '/src/app/main.tsx';
const REGISTRY = '/src/app/page-registry.ts';
const LOGIN = ['/src/features/auth/login-page.tsx'];
const SHELL = ['/src/app/console-app.tsx'];
const DASHBOARD = ['dashboard-page', 'overview', 'usage-chart'].map(
  (name) => `/src/features/dashboard/${name}.tsx`,
);

/** All modules that the roots import statically, without the roots, which stay the files that are asked for. */
export function closureOf(graph: Graph, roots: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = [...roots];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  for (const root of roots) seen.delete(root);
  return seen;
}

/** Folders whose pages are opened one after the other. They share a file for what only they use. */
const AREAS: Readonly<Record<string, RegExp>> = {
  work: /\/src\/features\/(screening|tasks|lookups)\//,
  numbers: /\/src\/features\/generation\//,
  money: /\/src\/features\/(finance|recharge)\//,
  api: /\/src\/features\/(api-docs|api-info)\//,
  people: /\/src\/features\/(approvals|audit|auth|invites|notify|role-admin|users)\//,
  operations: /\/src\/features\/(channels|project-admin|system)\//,
  chrome: /\/src\/(app|components|shell)\//,
};
/** Large modules that many pages use, but not most of them. */
const APART: Readonly<Record<string, RegExp>> = {
  'number-input': /\/(react-number-format|NumberInput)\//,
};
const COMMON = 'common';

const areaOf = (entry: string): string =>
  Object.keys(AREAS).find((area) => AREAS[area]?.test(entry)) ?? COMMON;

/** Modules that are imported dynamically, directly or by what they import. */
function dynamicEntries(graph: Graph, start: string): ReadonlySet<string> {
  const entries = new Set<string>();
  const seen = new Set<string>();
  const open = [start];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {};
    for (const entry of dynamicallyImportedIds) entries.add(entry);
    open.push(...importedIds, ...dynamicallyImportedIds);
  }
  return entries;
}

interface Roots {
  /** The entry of the console. */
  start: string;
  /** The module that imports the pages. */
  registry: string;
  /** What the login page, the shell and the dashboard need. It is loaded before other pages. */
  present: ReadonlySet<string>;
}

/**
 * The file of each module that several pages use: the area's if all of them are in one area, otherwise the common one.
 * The style sheets of pages that need the common file are part of it, because they are small and every file is a request.
 */
export function sharedFiles(graph: Graph, { start, registry, present }: Roots): ReadonlyMap<string, string> {
  const pages = new Set(graph.getModuleInfo(registry)?.dynamicallyImportedIds);
  const needs = new Map(
    [...dynamicEntries(graph, start)].map((entry) => [
      entry,
      [...closureOf(graph, [entry])].filter((id) => !present.has(id)),
    ]),
  );
  const users = new Map<string, string[]>();
  for (const [entry, modules] of needs) {
    for (const id of modules) users.set(id, [...(users.get(id) ?? []), entry]);
  }
  const files = new Map<string, string>();
  for (const [id, entries] of users) {
    const areas = new Set(entries.map(areaOf));
    const [area = COMMON] = areas;
    const apart = Object.keys(APART).find((name) => APART[name]?.test(id));
    if (entries.length > 1) files.set(id, apart ?? (areas.size === 1 ? area : COMMON));
  }
  for (const [entry, modules] of needs) {
    if (!pages.has(entry) || !modules.some((id) => files.get(id) === COMMON)) continue;
    for (const id of modules) if (isStyle(id)) files.set(id, COMMON);
  }
  return files;
}

const isStyle = (id: string): boolean => /\.css(\?|$)/.test(id);

/** `root` is the folder of the console. */
export function chunkGroups(root: string): Group[] {
  const neededBy = (name: string, entries: readonly string[]) => {
    let closure: ReadonlySet<string> | null = null;
    return {
      debugName: name,
      name: (id: string, graph: Graph) => {
        closure ??= closureOf(
          graph,
          entries.map((entry) => root + entry),
        );
        return closure.has(id) ? name : null;
      },
    };
  };
  let files: ReadonlyMap<string, string> | null = null;
  const fileOf = (id: string, graph: Graph): string | null => {
    files ??= sharedFiles(graph, {
      start: root + START,
      registry: root + REGISTRY,
      present: closureOf(
        graph,
        [START, ...LOGIN, ...SHELL, ...DASHBOARD].map((entry) => root + entry),
      ),
    });
    return files.get(id) ?? null;
  };
  const only = (names: readonly string[], priority: number): Group => ({
    debugName: names.join(),
    name: (id, graph) => {
      const name = fileOf(id, graph);
      return name !== null && names.includes(name) ? name : null;
    },
    priority,
  });
  return [
    { name: 'start', tags: ['$initial'], priority: 6 },
    { ...neededBy('first', LOGIN), minShareCount: 2, priority: 5 },
    { ...neededBy('shell', [...SHELL, ...DASHBOARD]), minShareCount: 2, priority: 4 },
    only(Object.keys(APART), 3),
    only([COMMON], 2),
    { debugName: 'areas', name: fileOf, priority: 1 },
  ];
}
