/**
 * A dynamic import lists the files that it needs, so that the browser fetches them in parallel. This plugin removes the
 * files that are already loaded: listing them would cost about a kilobyte in every file that imports pages.
 */
import type { Plugin } from 'vite';

/** The used fields of a build output file. */
interface BuiltFile {
  fileName: string;
  imports?: string[];
  facadeModuleId?: string | null;
  viteMetadata?: { importedCss: ReadonlySet<string> };
}

export type Bundle = Readonly<Record<string, BuiltFile>>;

export const START = 'index.html';
export const SHELL = 'src/app/console-app.tsx';

/** A file of the build and all its static imports. */
export function filesOf(bundle: Bundle, file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const part of bundle[file]?.imports ?? []) filesOf(bundle, part, seen);
  return seen;
}

export function fileOf(bundle: Bundle, module: string): string {
  const found = Object.values(bundle).find((part) => part.facadeModuleId?.endsWith(`/${module}`));
  if (!found) throw new Error(`the build has no file for ${module}`);
  return found.fileName;
}

/** The files that are loaded when an import in the file `host` runs. */
export function presentFor(bundle: Bundle, host: string): ReadonlySet<string> {
  const start = filesOf(bundle, fileOf(bundle, START));
  if (start.has(host)) return start;
  // Pages load after the shell. The few files that load before it only lose a hint.
  return new Set([...start, ...filesOf(bundle, fileOf(bundle, SHELL)), ...filesOf(bundle, host)]);
}

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
