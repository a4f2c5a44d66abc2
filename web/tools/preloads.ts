/**
 * A dynamic import names the files that it will need, so that the browser fetches them at once. Those that are there
 * already when it runs are left out: naming them would cost about a kilobyte in every file that imports pages.
 */
import type { Plugin } from 'vite';

/** What is read here of a file of the build. */
interface BuiltFile {
  fileName: string;
  imports?: string[];
  facadeModuleId?: string | null;
}

type Bundle = Readonly<Record<string, BuiltFile>>;

const START = 'index.html';
const SHELL = 'src/app/entered.tsx';

/** A file of the build and all that it imports before it runs. */
function filesOf(bundle: Bundle, file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const part of bundle[file]?.imports ?? []) filesOf(bundle, part, seen);
  return seen;
}

function fileOf(bundle: Bundle, module: string): string {
  const found = Object.values(bundle).find((part) => part.facadeModuleId?.endsWith(`/${module}`));
  if (!found) throw new Error(`the build has no file for ${module}`);
  return found.fileName;
}

/** The files that are there when an import in the file `host` runs. */
export function presentFor(bundle: Bundle, host: string): ReadonlySet<string> {
  const start = filesOf(bundle, fileOf(bundle, START));
  if (start.has(host)) return start;
  // Pages, and what they import later, come after the shell. The few files before it lose a hint, nothing else.
  return new Set([...start, ...filesOf(bundle, fileOf(bundle, SHELL)), ...filesOf(bundle, host)]);
}

/** The plugin for the build. */
export function shortPreloads(): Plugin {
  let bundle: Bundle = {};
  return {
    name: 'short-preloads',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: {
        modulePreload: {
          resolveDependencies(_file, files, { hostId, hostType }) {
            if (hostType === 'html') return files;
            const present = presentFor(bundle, hostId);
            return files.filter((file) => !present.has(file));
          },
        },
      },
    }),
    generateBundle(_options, files) {
      bundle = files;
    },
  };
}
