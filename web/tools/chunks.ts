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
  return [
    { name: 'start', tags: ['$initial'], priority: 5 },
    { ...neededBy('first', LOGIN), minShareCount: 2, priority: 4 },
    { ...neededBy('shell', [...SHELL, ...DASHBOARD]), minShareCount: 2, priority: 3 },
    { name: 'common', minShareCount: COMMON_PAGES, priority: 1 },
    {
      name: 'shared',
      minShareCount: 2,
      entriesAware: true,
      entriesAwareMergeThreshold: MERGED_BYTES,
    },
  ];
}

/** What this many pages use is loaded with the first of them. */
const COMMON_PAGES = 4;
/** Source bytes below which what some pages share joins the closest file: another request costs more. */
const MERGED_BYTES = 300_000;
