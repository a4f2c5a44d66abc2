/** Checks the build against its size limits: the gzipped JavaScript that a page needs before it is usable. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const kB = 1000;
const LIMITS = [
  { page: '/login', entries: ['src/features/auth/login-page.tsx'], parts: ['public'], limit: 160 * kB },
  {
    page: '/dashboard',
    entries: [
      'src/app/session-loader.tsx',
      'src/app/console-app.tsx',
      'src/features/dashboard/dashboard-page.tsx',
    ],
    parts: ['public', 'console'],
    limit: 240 * kB,
  },
];
const OWN_LIMIT = 120 * kB;
/** Translations are separate chunks. The largest language counts. */
const largest = (part) =>
  ['zh', 'en', 'es', 'ja']
    .map((language) => `src/locales/${language}/${part}.ts`)
    .toSorted((a, b) => sizeOf(b) - sizeOf(a))[0];

const dist = new URL('../dist/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'));
const sizes = new Map();

function sizeOf(key) {
  const { file } = manifest[key];
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length);
  return sizes.get(file);
}

/** A chunk and all its static imports. */
function closure(keys, seen = new Set()) {
  for (const key of keys) {
    if (seen.has(key)) continue;
    if (!manifest[key]) throw new Error(`the build has no chunk ${key}`);
    seen.add(key);
    closure(manifest[key].imports ?? [], seen);
  }
  return seen;
}

const sum = (keys) => [...keys].reduce((total, key) => total + sizeOf(key), 0);
const shown = (bytes) => `${(bytes / kB).toFixed(1)} kB`;
const report = [];
let failed = false;

function check(label, size, limit) {
  const over = size > limit;
  failed ||= over;
  report.push(
    `${over ? 'OVER ' : 'ok   '} ${label.padEnd(52)} ${shown(size).padStart(10)} of ${shown(limit)}`,
  );
}

for (const { page, entries, parts, limit } of LIMITS) {
  check(page, sum(closure(['index.html', ...entries, ...parts.map(largest)])), limit);
}

const shared = closure(['index.html', 'src/app/console-app.tsx']);
for (const [key, chunk] of Object.entries(manifest)) {
  if (!chunk.isDynamicEntry || shared.has(key)) continue;
  const own = [...closure([key])].filter((part) => !shared.has(part));
  check(`own code of ${key}`, sum(own), OWN_LIMIT);
}

process.stdout.write(`${report.join('\n')}\n`);
process.exitCode = failed ? 1 : 0;
