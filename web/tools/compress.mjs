/** Writes a .br and a .gz next to every file of the build that compresses well. The server sends those. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(?:js|css|svg|html|json|txt|map|webmanifest)$/;
const dist = new URL('../dist/', import.meta.url).pathname;

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

const entries = await readdir(dist, { recursive: true, withFileTypes: true });
const files = entries
  .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
  .map((entry) => path.join(entry.parentPath, entry.name))
  // The server fills in placeholders for every response, so a compressed copy would be wrong.
  .filter((file) => path.basename(file) !== 'index.html');

await Promise.all(
  files.map(async (file) => {
    const content = await readFile(file);
    const smallest = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
    await Promise.all([
      brotli(content, smallest).then((packed) => writeFile(`${file}.br`, packed)),
      gz(content, { level: constants.Z_BEST_COMPRESSION }).then((packed) => writeFile(`${file}.gz`, packed)),
    ]);
  }),
);
