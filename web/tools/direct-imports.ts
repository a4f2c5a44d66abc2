/**
 * Imports from a package's index go directly to the module that defines the name. The output is the same, but the module
 * graph then says which page needs what, and the chunks are made by that graph (see chunks.ts).
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Packages whose index only re-exports. */
const INDEXES = {
  '@mantine/core': '@mantine/core/esm/index.mjs',
  '@mantine/hooks': '@mantine/hooks/esm/index.mjs',
  '@mantine/notifications': '@mantine/notifications/esm/index.mjs',
  '@tabler/icons-react': '@tabler/icons-react/dist/esm/tabler-icons-react.mjs',
} as const;

const MODULES = fileURLToPath(new URL('../node_modules/', import.meta.url));
const STATEMENT = /^(import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/gm;

/** `name` is what the module at `file` calls it. */
interface Origin {
  file: string;
  name: string;
}

/** `a`, `b as c` */
function pairs(list: string): [outer: string, inner: string][] {
  return list
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
    .map((item) => {
      const [inner = item, outer = inner] = item.split(/\s+as\s+/);
      return [outer, inner];
    });
}

/** Where the names of an index come from. */
export function originsOf(index: string, folder: string): ReadonlyMap<string, Origin> {
  const found = new Map<string, Origin>();
  for (const [, , list = '', from = ''] of index.matchAll(STATEMENT)) {
    // An index may also pass on names of other packages.
    const file = from.startsWith('.') ? path.join(folder, from) : from;
    for (const [outer, name] of pairs(list)) found.set(outer, { file, name });
  }
  // Names that the index renames when it exports them again.
  const [, exported = ''] = /^export\s*\{([^}]*)\};?\s*(?:\/\/.*\s*)?$/m.exec(index) ?? [];
  for (const [outer, inner] of pairs(exported)) {
    const origin = found.get(inner);
    if (origin) found.set(outer, origin);
  }
  return found;
}

/** Names that the index defines itself, such as namespaces, stay imported from there. */
export function directly(code: string, source: string, origins: ReadonlyMap<string, Origin>): string {
  const statement = new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*["']${source}["'];?`, 'g');
  return code.replace(statement, (_, list: string) =>
    pairs(list)
      .map(([local, name]) => {
        const origin = origins.get(name);
        return `import { ${origin?.name ?? name} as ${local} } from ${JSON.stringify(origin?.file ?? source)};`;
      })
      .join(' '),
  );
}

export function directImports(): Plugin {
  const known = new Map(
    Object.entries(INDEXES).map(([source, index]) => {
      const file = MODULES + index;
      return [source, originsOf(readFileSync(file, 'utf8'), path.dirname(file))] as const;
    }),
  );
  return {
    name: 'direct-imports',
    apply: 'build',
    // After types are removed.
    enforce: 'post',
    transform(code) {
      let direct = code;
      for (const [source, origins] of known) {
        if (code.includes(source)) direct = directly(direct, source, origins);
      }
      return direct === code ? null : { code: direct, map: null };
    },
  };
}
