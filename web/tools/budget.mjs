/**
 * Checks the build against its limits: gzipped JavaScript and CSS, and the files to fetch, before a page is usable.
 * `e2e/budget.spec.ts` measures the first pages in a browser, with everything else they ask for.
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const kB = 1000;
const SHELL = ['src/app/session-loader.tsx', 'src/app/console-app.tsx'];
const LIMITS = [
  {
    page: '/login',
    entries: ['src/features/auth/login-page.tsx'],
    parts: ['public'],
    limit: { script: 160 * kB, style: 25 * kB, files: 9 },
  },
  {
    page: '/dashboard with its overview',
    entries: [
      ...SHELL,
      'src/features/dashboard/dashboard-page.tsx',
      'src/features/dashboard/overview.tsx',
      'src/features/dashboard/usage-chart.tsx',
    ],
    parts: ['public', 'console'],
    limit: { script: 240 * kB, style: 25 * kB, files: 16 },
  },
];
/** What a page adds to the shell, without its texts, which are one or two files more. */
const OWN_LIMIT = { script: 90 * kB, style: 22 * kB, files: 6 };

const dist = new URL('../dist/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'));
const sizes = new Map();

function sizeOf(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length);
  return sizes.get(file);
}

/** Translations are separate chunks. The largest language counts. */
const largest = (part) =>
  ['zh', 'en', 'es', 'ja']
    .map((language) => `src/locales/${language}/${part}.ts`)
    .toSorted((a, b) => sizeOf(manifest[b].file) - sizeOf(manifest[a].file))[0];

/** The files of chunks and all their static imports. */
function filesOf(keys, files = new Set(), seen = new Set()) {
  for (const key of keys) {
    if (seen.has(key)) continue;
    const chunk = manifest[key];
    if (!chunk) throw new Error(`the build has no chunk ${key}`);
    seen.add(key);
    files.add(chunk.file);
    for (const style of chunk.css ?? []) files.add(style);
    filesOf(chunk.imports ?? [], files, seen);
  }
  return files;
}

const sum = (files, ending) =>
  [...files].filter((file) => file.endsWith(ending)).reduce((total, file) => total + sizeOf(file), 0);
const measure = (files) => ({ script: sum(files, '.js'), style: sum(files, '.css'), files: files.size });
const bytes = (size) => `${(size / kB).toFixed(1)} kB`;
const report = [];
let failed = false;

function check(label, measured, limit) {
  const over = Object.keys(limit).filter((name) => measured[name] > limit[name]);
  failed ||= over.length > 0;
  report.push(
    [
      over.length > 0 ? `OVER (${over.join(', ')})` : 'ok',
      label.padEnd(62),
      `${bytes(measured.script)} of ${bytes(limit.script)} JS`,
      `${bytes(measured.style)} of ${bytes(limit.style)} CSS`,
      `${measured.files} of ${limit.files} files`,
    ].join('  '),
  );
}

for (const { page, entries, parts, limit } of LIMITS) {
  check(page, measure(filesOf(['index.html', ...entries, ...parts.map(largest)])), limit);
}

const shared = filesOf(['index.html', ...SHELL]);
for (const [key, chunk] of Object.entries(manifest)) {
  if (!chunk.isDynamicEntry || SHELL.includes(key)) continue;
  const own = [...filesOf([key])].filter((file) => !shared.has(file));
  check(`added by ${key}`, measure(new Set(own)), OWN_LIMIT);
}

process.stdout.write(`${report.join('\n')}\n`);
process.exitCode = failed ? 1 : 0;
