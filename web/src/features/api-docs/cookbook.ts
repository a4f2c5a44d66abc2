/** The cookbook of the documentation. Its programs are run by the tests. */
import source from '@docs/cookbook.md?raw';

export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'code'; file: string; code: string }
  | { kind: 'table'; head: readonly string[]; rows: readonly (readonly string[])[] };

export interface Recipe {
  /** Usable as an anchor. */
  id: string;
  title: string;
  blocks: readonly Block[];
}

/** The parts of a page: an introduction without a title, then one recipe per heading. */
export function recipesOf(markdown: string): readonly Recipe[] {
  const recipes: { title: string; lines: string[] }[] = [{ title: '', lines: [] }];
  let inCode = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) inCode = !inCode;
    if (!inCode && line.startsWith('## ')) recipes.push({ title: line.slice(3), lines: [] });
    else if (inCode || !line.startsWith('# ')) recipes.at(-1)?.lines.push(line);
  }
  return recipes.map(({ title, lines }) => ({ id: anchorOf(title), title, blocks: blocksOf(lines) }));
}

function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\w ]/g, '')
    .replaceAll(' ', '-');
}

function blocksOf(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const isCode = line.startsWith('```');
    const part = lines.slice(isCode ? at + 1 : at);
    const end = part.findIndex((one) => (isCode ? one.startsWith('```') : one === ''));
    const block = end === -1 ? part : part.slice(0, end);
    at += block.length + (isCode ? 2 : 1);
    if (block.length > 0)
      blocks.push(isCode ? codeOf(block) : line.startsWith('|') ? tableOf(block) : textOf(block));
  }
  return blocks;
}

/** The first line of a program names its file. */
function codeOf(lines: readonly string[]): Block {
  const file = /^(?:#|\/\/) ([\w.]+)/.exec(lines[0] ?? '')?.[1] ?? '';
  return { kind: 'code', file, code: lines.join('\n') };
}

function tableOf(lines: readonly string[]): Block {
  const cells = lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => plain(cell.trim())),
  );
  // The second line separates the head.
  return { kind: 'table', head: cells[0] ?? [], rows: cells.slice(2) };
}

function textOf(lines: readonly string[]): Block {
  return { kind: 'text', text: plain(lines.join(' ')) };
}

/** Links lead to files of the repository, which the console does not have. */
function plain(text: string): string {
  return text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}

/** All texts that are translated. Cells that are only code are not. */
export function textsOfRecipes(recipes: readonly Recipe[]): readonly string[] {
  const texts = recipes.flatMap(({ title, blocks }) => [title, ...blocks.flatMap(textsOfBlock)]);
  return [...new Set(texts)].filter(
    (text) => text.replaceAll(/`[^`]*`/g, '').replaceAll(/[\s,;:/…]/g, '') !== '',
  );
}

function textsOfBlock(block: Block): readonly string[] {
  if (block.kind === 'text') return [block.text];
  return block.kind === 'table' ? [...block.head, ...block.rows.flat()] : [];
}

export const RECIPES = recipesOf(source);
