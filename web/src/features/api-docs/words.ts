/** The description of the API in other languages: the server writes it in English. */
import type { Words } from '@/lib/i18n/reference-words';
import type { Document } from './openapi';

/** A document in another language; what there are no words for stays as it is. */
export function translated(document: Document, words: Words): Document {
  return mapped(document, (text) => words[text] ?? text) as Document;
}

/** All texts of a document that are there to be read. */
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

/** The same thing with every text in it that is there to be read replaced. */
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

/** Lines of the source are no lines of the text; refusals are a list of codes, each with a text of its own. */
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
