/** Checks that every page is registered with the texts that it and its lazy parts use. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { messageLoaders } from '@/locales/loaders';

const SRC = path.resolve(import.meta.dirname, '..');
const REGISTRY = path.join(SRC, 'app/page-registry.ts');
/** Loaded with the shell. */
const SHELL_PARTS = ['public', 'console'] as const;

const loaders = messageLoaders.zh;
const domains = new Map<string, string>();
for (const [part, load] of Object.entries(loaders)) {
  // oxlint-disable-next-line no-await-in-loop
  for (const domain of Object.keys(await load())) domains.set(domain, part);
}

function fileOf(from: string, source: string): string | undefined {
  const base = source.startsWith('@/') ? SRC + source.slice(1) : path.join(path.dirname(from), source);
  return ['.ts', '.tsx', '/index.tsx'].map((ending) => base + ending).find(existsSync);
}

const read = new Map<string, { text: string; imports: string[] }>();
function moduleAt(file: string): { text: string; imports: string[] } {
  const known = read.get(file);
  if (known) return known;
  const text = readFileSync(file, 'utf8');
  const sources = [
    ...text.matchAll(/^(?:import|export)\s(?!type\s)[^;]*?from\s'([@.][^']+)'/gms),
    ...text.matchAll(/\bimport\('([@.][^']+)'\)/g),
  ];
  const imports = sources.flatMap(([, source = '']) => fileOf(file, source) ?? []);
  const found = { text, imports };
  read.set(file, found);
  return found;
}

/** The parts that a module and everything it imports, now or later, take their texts from. */
function partsUsedBy(entry: string): Set<string> {
  const parts = new Set<string>();
  const seen = new Set<string>();
  const open = [entry];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file) || file.includes('/locales/')) continue;
    seen.add(file);
    const { text, imports } = moduleAt(file);
    // A part that is loaded on the spot needs no registration.
    const here = [...text.matchAll(/loadMessages\('(\w+)'\)/g)].map(([, part]) => part);
    for (const [, domain = ''] of text.matchAll(/['`](\w+)\.(?!py'|mjs')[a-z_$]/g)) {
      const part = domains.get(domain);
      if (part !== undefined && !here.includes(part)) parts.add(part);
    }
    if (here.length === 0) open.push(...imports);
  }
  return parts;
}

const registered = [
  ...readFileSync(REGISTRY, 'utf8').matchAll(/import\('([^']+)'\)(?:,\s*((?:'\w+'(?:,\s*)?)+))?/g),
].map(([, source = '', texts = '']) => ({
  source,
  texts: [...texts.matchAll(/'(\w+)'/g)].map(([, part = '']) => part),
}));

it('finds all pages', () => {
  expect(registered.length).toBeGreaterThan(30);
});

it.each(registered)('$source has its texts', ({ source, texts }) => {
  const used = partsUsedBy(fileOf(REGISTRY, source) ?? source);
  for (const part of SHELL_PARTS) used.delete(part);
  expect(texts.toSorted()).toEqual([...used].toSorted());
});
