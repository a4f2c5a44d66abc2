/** Checks the style sheets for what the build cannot keep. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const SRC = path.resolve(import.meta.dirname, '..');

it('no style sheet uses light-dark(), which the build replaces by nothing: colours of both schemes are variables', () => {
  const sheets = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.css'),
  );
  expect(sheets.length).toBeGreaterThan(20);
  const wrong = sheets.filter((sheet) => readFileSync(path.join(SRC, sheet), 'utf8').includes('light-dark('));
  expect(wrong).toEqual([]);
});
