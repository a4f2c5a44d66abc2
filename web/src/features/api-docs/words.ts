/** Translates the API description, which the server provides in English. */
import type { Words } from '@/lib/i18n/reference-words';
import type { Document } from './openapi';

/** Returns the document with translated texts. Texts without a translation stay in English. */
export function translated(document: Document, words: Words): Document {
  return mapped(document, (text) => words[text] ?? text) as Document;
}

/** All human-readable texts of a document. */
export function textsOf(document: Document): readonly string[] {
  const texts = new Set<string>();
  mapped(document, (text) => {
    texts.add(text);
    return text;
  });
  return [...texts];
}

const READ = new Set(['description', 'summary']);
const EXAMPLES = new Set(['example', 'examples']);

/** Returns a copy with every human-readable text replaced. */
function mapped(thing: unknown, change: (text: string) => string): unknown {
  if (Array.isArray(thing)) return thing.map((entry) => mapped(entry, change));
  if (typeof thing !== 'object' || thing === null) return thing;
  return Object.fromEntries(
    Object.entries(thing).map(([name, value]: [string, unknown]) => {
      if (EXAMPLES.has(name)) return [name, value];
      if (READ.has(name) && typeof value === 'string') {
        const paragraphs = value.split(/\n{2,}/).map((paragraph) => changed(paragraph, change));
        return [name, paragraphs.join('\n\n')];
      }
      return [name, mapped(value, change)];
    }),
  );
}

/** Joins wrapped lines. Error responses are lists of codes, each translated separately. */
function changed(text: string, change: (text: string) => string): string {
  const line = text.replace(/\s*\n\s*/g, ' ');
  if (line === '') return '';
  if (!/^`[a-z-]+`: /.test(line)) return change(line);
  return line
    .split('; ')
    .map((refusal) =>
      refusal.replace(/^(`[a-z-]+`: )(.*)$/, (_, code: string, why: string) => code + change(why)),
    )
    .join('; ');
}
