/**
 * Puts the style sheet of each Mantine component into the chunk that uses the component. The package offers one sheet
 * for all components, of which a page needs a fraction.
 *
 * Every component reads its class names from `<Name>.module.mjs`, and its rules are in `styles/<Name>.css`. The sheet is
 * imported there: after the components it builds on, so that its rules override theirs, and before our own sheets.
 */
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const ALL = '@mantine/core/styles.css';
const STYLES = fileURLToPath(new URL('../node_modules/@mantine/core/styles/', import.meta.url));
const CLASS_NAMES = /[\\/]@mantine[\\/]core[\\/]esm[\\/].*[\\/](\w+)\.module\.mjs$/;
const BASE = '\0mantine-base-styles';

/** Sheets that belong to no component: variables and resets. Components begin with a capital letter. */
function baseSheets(): string[] {
  return readdirSync(STYLES).filter((name) => /^[a-z].*\.css$/.test(name) && !name.endsWith('.layer.css'));
}

/** The sheet of the component whose class names the module holds, if it has one. */
export function sheetOf(moduleId: string): string | null {
  const name = CLASS_NAMES.exec(moduleId)?.[1];
  return name && existsSync(`${STYLES}${name}.css`) ? `@mantine/core/styles/${name}.css` : null;
}

export function mantineStyles(): Plugin {
  return {
    name: 'mantine-styles',
    // The development server bundles the whole package, so there the whole sheet is used.
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source === ALL ? BASE : null),
    load(id) {
      if (id !== BASE) return null;
      // `baseline.css` and the variables come first, as in the package's own sheet.
      const sheets = baseSheets().toSorted((a, b) => Number(a === 'global.css') - Number(b === 'global.css'));
      return {
        code: sheets.map((name) => `import '@mantine/core/styles/${name}';`).join('\n'),
        moduleSideEffects: true,
      };
    },
    transform(code, id) {
      const sheet = sheetOf(id);
      return sheet ? { code: `import '${sheet}';\n${code}`, map: null, moduleSideEffects: true } : null;
    },
  };
}
