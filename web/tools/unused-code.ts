/**
 * Removes statements of packages that keep code in the build that nothing uses: the bundler must assume that a component
 * is used when a statement assigns to one of its properties.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url));
const PACKAGES = /[\\/]node_modules[\\/](@mantine|react-router)[\\/]/;

const DISPLAY_NAME = /^\w+\.displayName = ".*";$/gm;
/** Without the name, a component that nothing uses can go, if creating it has no effect either. */
const CREATION = /^(var \w+ = )(\w+\.forwardRef\()/gm;

export const withoutNames = (code: string): string =>
  code.replace(DISPLAY_NAME, '').replace(CREATION, '$1/* @__PURE__ */ $2');

/** Mantine's components with parts (`Menu.Search`) that are loaded before the first page or by many pages. */
const COMPONENTS = [
  'ActionIcon',
  'Avatar',
  'Button',
  'Checkbox',
  'Menu',
  'Popover',
  'Radio',
  'Switch',
  'Tooltip',
].join('|');
const MODULE = new RegExp(`[\\\\/]@mantine[\\\\/]core[\\\\/]esm[\\\\/].*[\\\\/](${COMPONENTS})\\.mjs$`);
/** A part as a tag, as an argument or as a value. Error messages name parts too. */
const USE = new RegExp(`[<({=,:?]\\s*((?:${COMPONENTS})\\.[A-Z]\\w*)`, 'g');

/** The parts that the code uses, such as `Menu.Item`. */
export const partsIn = (code: string): string[] => [...code.matchAll(USE)].map(([, part = '']) => part);

/** The module of a component without the parts that are not used. */
export function withoutUnusedParts(code: string, component: string, used: ReadonlySet<string>): string {
  const assignment = new RegExp(`^(${component}\\.[A-Z]\\w*) = ${component}\\w+;$`, 'gm');
  return code.replace(assignment, (statement, part: string) => (used.has(part) ? statement : ''));
}

function partsOfSources(): ReadonlySet<string> {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  );
  return new Set(files.flatMap((file) => partsIn(readFileSync(path.join(SOURCES, file), 'utf8'))));
}

export function unusedCode(): Plugin {
  let used: ReadonlySet<string> = new Set();
  return {
    name: 'unused-code',
    apply: 'build',
    buildStart() {
      used = partsOfSources();
    },
    transform(code, id) {
      if (!PACKAGES.test(id)) return null;
      const component = MODULE.exec(id)?.[1];
      const missing = partsIn(code).find((part) => !used.has(part));
      if (missing) this.error(`${id} needs ${missing}, which is removed because our sources do not use it`);
      const lean = withoutNames(component ? withoutUnusedParts(code, component, used) : code);
      return lean === code ? null : { code: lean, map: null };
    },
  };
}
