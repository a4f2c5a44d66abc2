/** Translates the API description, which the server provides in English. */
import type { Words } from '@/lib/i18n/reference-words';
import { isRecord } from '@/lib/records';
import type { Document } from './openapi';

/** Returns the document with translated texts. Texts without a translation stay in English. */
export function translated(document: Document, words: Words): Document {
  const copy = structuredClone(document);
  rewrite(copy, (text) => words[text] ?? text);
  return copy;
}

/** All human-readable texts of a document. */
export function textsOf(document: Document): readonly string[] {
  const texts = new Set<string>();
  rewrite(structuredClone(document), (text) => {
    texts.add(text);
    return text;
  });
  return [...texts];
}

const READ = new Set(['description', 'summary']);
const EXAMPLES = new Set(['example', 'examples']);

/** Replaces every human-readable text in place. */
function rewrite(thing: unknown, change: (text: string) => string): void {
  if (Array.isArray(thing)) {
    for (const entry of thing) rewrite(entry, change);
  } else if (isRecord(thing)) {
    for (const [name, value] of Object.entries(thing)) {
      if (EXAMPLES.has(name)) continue;
      if (READ.has(name) && typeof value === 'string') {
        const paragraphs = value.split(/\n{2,}/).map((paragraph) => changed(paragraph, change));
        thing[name] = paragraphs.join('\n\n');
      } else {
        rewrite(value, change);
      }
    }
  }
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
