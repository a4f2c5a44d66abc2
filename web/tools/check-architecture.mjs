/** Fails if a source file breaks the rules of architecture.mjs or is too long. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { violations } from './architecture.mjs';

const MAX_LINES = 400;
const src = new URL('../src/', import.meta.url).pathname;

const entries = await readdir(src, { recursive: true, withFileTypes: true });
const files = entries.filter(
  (entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && entry.name !== 'schema.d.ts',
);

const problems = await Promise.all(
  files.map(async (entry) => {
    const full = path.join(entry.parentPath, entry.name);
    const file = path.relative(src, full).split(path.sep).join('/');
    const source = await readFile(full, 'utf8');
    const lines = source.split('\n').length;
    return [...violations(file, source), ...(lines > MAX_LINES ? [`${file}: ${lines} lines`] : [])];
  }),
);

for (const problem of problems.flat()) process.stderr.write(`${problem}\n`);
process.exitCode = problems.flat().length > 0 ? 1 : 0;
