/** Checks that no text has a word that the glossary replaces with another one. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';

const here = import.meta.dirname;
const glossary = readFileSync(path.resolve(here, '../../../docs/glossary.md'), 'utf8');

const rules = [...glossary.matchAll(/^\| (en|zh|es|ja) \| (.+?) \| (.+?) \|$/gm)].flatMap(
  ([, language = '', words = '', instead = '']) =>
    words.split(', ').map((word) => ({ language, word, instead })),
);

/** All strings of a language, with those that are keys in quotes. */
function textsOf(language: string): string[] {
  const folder = path.join(here, language);
  return readdirSync(folder).flatMap((file) =>
    strings(parseSync(file, readFileSync(path.join(folder, file), 'utf8')).program),
  );
}

function strings(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(strings);
  if (typeof node !== 'object' || node === null) return [];
  if ('type' in node && node.type === 'Literal' && 'value' in node && typeof node.value === 'string') {
    return [node.value];
  }
  return Object.values(node).flatMap(strings);
}

const texts = Object.fromEntries(['en', 'zh', 'es', 'ja'].map((language) => [language, textsOf(language)]));

it('the glossary has words not to use in every language', () => {
  expect([...new Set(rules.map(({ language }) => language))].toSorted()).toEqual(['en', 'es', 'ja', 'zh']);
});

it.each(rules)('$language: $instead, not $word', ({ language, word }) => {
  // Words of alphabets end at a letter; Chinese and Japanese have no spaces between words.
  const letters = /^\p{Script=Latin}/u.test(word) ? '\\p{Script=Latin}' : '[]';
  const found = new RegExp(`(?<!${letters})${word}(?!${letters})`, 'iu');
  expect(texts[language]?.filter((text) => found.test(text))).toEqual([]);
});
