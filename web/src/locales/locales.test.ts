/** Checks that every text exists in every language and is used, and that no text is hard-coded elsewhere. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import enAdmin from './en/admin';
import enApi from './en/api';
import enConsole from './en/console';
import enMoney from './en/money';
import enNumbers from './en/numbers';
import enOperations from './en/operations';
import enPublic from './en/public';
import enWork from './en/work';
import esAdmin from './es/admin';
import esApi from './es/api';
import esConsole from './es/console';
import esMoney from './es/money';
import esNumbers from './es/numbers';
import esOperations from './es/operations';
import esPublic from './es/public';
import esWork from './es/work';
import jaAdmin from './ja/admin';
import jaApi from './ja/api';
import jaConsole from './ja/console';
import jaMoney from './ja/money';
import jaNumbers from './ja/numbers';
import jaOperations from './ja/operations';
import jaPublic from './ja/public';
import jaWork from './ja/work';
import zhAdmin from './zh/admin';
import zhApi from './zh/api';
import zhConsole from './zh/console';
import zhMoney from './zh/money';
import zhNumbers from './zh/numbers';
import zhOperations from './zh/operations';
import zhPublic from './zh/public';
import zhWork from './zh/work';

type Tree = { [key: string]: string | Tree };

function flatten(tree: Tree, prefix = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') found.set(prefix + key, value);
    else for (const [below, text] of flatten(value, `${prefix}${key}.`)) found.set(below, text);
  }
  return found;
}

const languages = {
  zh: flatten({
    ...zhPublic,
    ...zhConsole,
    ...zhAdmin,
    ...zhApi,
    ...zhMoney,
    ...zhNumbers,
    ...zhWork,
    ...zhOperations,
  }),
  en: flatten({
    ...enPublic,
    ...enConsole,
    ...enAdmin,
    ...enApi,
    ...enMoney,
    ...enNumbers,
    ...enWork,
    ...enOperations,
  }),
  es: flatten({
    ...esPublic,
    ...esConsole,
    ...esAdmin,
    ...esApi,
    ...esMoney,
    ...esNumbers,
    ...esWork,
    ...esOperations,
  }),
  ja: flatten({
    ...jaPublic,
    ...jaConsole,
    ...jaAdmin,
    ...jaApi,
    ...jaMoney,
    ...jaNumbers,
    ...jaWork,
    ...jaOperations,
  }),
};
const src = path.resolve(import.meta.dirname, '..');

const sources = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.includes('.test.'))
  .map((entry) => path.join(entry.parentPath, entry.name))
  .filter((file) => !file.startsWith(path.join(src, 'locales')))
  .map((file) => ({ name: path.relative(src, file), text: readFileSync(file, 'utf8') }));

/** An ASCII punctuation mark next to a Chinese or Japanese character. */
const NARROW_MARK = /[\u3040-\u30ff\u3400-\u9fff][,:;!?(]|[,:;!?)][\u3040-\u30ff\u3400-\u9fff]/;
/** These texts are given verbatim by the specification. */
const AS_SPECIFIED = new Set(['errors.verification_failed', 'errors.no_login_permission']);

/** Keys chosen by the server, so they do not appear in the sources. */
const SERVER_CHOSEN = /^(?:menu|permissions|audit_actions|words)\./;

/** Ends like a plural, but is the name of a reason. */
const NO_PLURAL = /\.looks_like_other$/;

/** A number of things. Amounts of points have decimals, which take the plural also with 1. */
const COUNTED = /\{\{(?!points|amount|price)\w+\}\} (?:[a-z]+ )?(?!(?:is|as|was|has|contains|ms)\b)[a-z]+s\b/;
/** Their numbers are constants, or never 1. */
const NEVER_ONE = new Set([
  'api_docs.try.cut',
  'api_info.keys.in_days',
  'api_info.keys.ips_many',
  'auth.new_password_too_short',
  'channels.evidence.days',
  'generation.words.any_many',
  'generation.words.choice_many',
  'lookups.too_many',
  'notes.hint',
  'notes.long',
  'screening.aggregated.most',
  'setup.progress',
  'sharing.days_range',
  'system.problems.precision',
]);

/** The keys of plural texts without suffix. Chinese has only the form `other`. */
const plurals = new Set(
  [...languages.zh.keys()].flatMap((key) =>
    key.endsWith('_other') && !NO_PLURAL.test(key) ? [key.replace(/_other$/, '')] : [],
  ),
);

/** The key that the sources use. */
function withoutPlural(key: string): string {
  const stem = key.replace(/_(?:zero|one|two|few|many|other)$/, '');
  return plurals.has(stem) ? stem : key;
}

describe('translations', () => {
  it.each(['en', 'es', 'ja'] as const)('%s has exactly the keys of zh', (language) => {
    const keysOf = (texts: Map<string, string>) =>
      [...new Set([...texts.keys()].map(withoutPlural))].toSorted();
    expect(keysOf(languages[language])).toEqual(keysOf(languages.zh));
  });

  it.each(['zh', 'en', 'es', 'ja'] as const)('%s has the plural forms of its CLDR rules', (language) => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
    for (const stem of plurals) {
      const given = [...languages[language].keys()].filter(
        (key) => key !== stem && key.startsWith(stem) && withoutPlural(key) === stem,
      );
      expect(given.toSorted()).toEqual(forms.map((form) => `${stem}_${form}`));
    }
  });

  it('numbers of things are plurals', () => {
    const fixed = [...languages.en].filter(
      ([key, text]) => COUNTED.test(text) && withoutPlural(key) === key && !NEVER_ONE.has(key),
    );
    expect(fixed).toEqual([]);
  });

  it.each(['zh', 'en', 'es', 'ja'] as const)(
    '%s has no empty text and the placeholders of zh',
    (language) => {
      const sameInChinese = (key: string) =>
        languages.zh.get(plurals.has(withoutPlural(key)) ? `${withoutPlural(key)}_other` : key);
      const placeholders = (text: string | undefined) => (text?.match(/\{\{\w+\}\}/g) ?? []).toSorted();
      const different = [...languages[language]].filter(
        ([key, text]) =>
          text.trim() === '' || String(placeholders(text)) !== String(placeholders(sameInChinese(key))),
      );
      expect(different).toEqual([]);
    },
  );

  it.each(['zh', 'ja'] as const)('%s uses full-width punctuation', (language) => {
    const narrow = [...languages[language]].filter(
      ([key, text]) => !AS_SPECIFIED.has(key) && NARROW_MARK.test(text),
    );
    expect(narrow).toEqual([]);
  });

  it('every key is used', () => {
    const all = sources.map(({ text }) => text).join('\n');
    // A computed key such as t(`auth.${problem}`) uses all keys with its prefix.
    const quoted = new Set([...all.matchAll(/'([\w.-]+)'/g)].map((match) => match[1] ?? ''));
    const computed = [...all.matchAll(/t\(`([\w.]+)\$\{/g)].map((match) => match[1] ?? '');
    const unused = [...languages.zh.keys()]
      .map(withoutPlural)
      .filter(
        (key) =>
          !SERVER_CHOSEN.test(key) &&
          !quoted.has(key) &&
          !computed.some((start) => start !== 'auth.' && key.startsWith(start)) &&
          !(computed.includes('auth.') && quoted.has(key.replace(/^auth\./, ''))),
      );
    expect(unused).toEqual([]);
  });
});

const CJK = /[\u3040-\u30ff\u3400-\u9fff]/;
const WORDS = /\p{L}{2,}/u;
/** Attributes whose text is visible or announced. */
const READ_ATTRIBUTES =
  /^(?:label|title|placeholder|alt|description|aria-label|aria-description|hint|message)$/;

interface Node {
  type: string;
  [field: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

function hardCoded(node: unknown, found: string[]): string[] {
  if (Array.isArray(node)) for (const item of node) hardCoded(item, found);
  if (!isNode(node)) return found;
  if (node.type === 'JSXText' && WORDS.test(String(node.value))) found.push(String(node.value).trim());
  if (node.type === 'Literal' && typeof node.value === 'string' && CJK.test(node.value))
    found.push(node.value);
  if (node.type === 'JSXAttribute' && isNode(node.name) && READ_ATTRIBUTES.test(String(node.name.name))) {
    const value = node.value;
    if (isNode(value) && value.type === 'Literal' && WORDS.test(String(value.value)))
      found.push(String(value.value));
  }
  for (const value of Object.values(node)) hardCoded(value, found);
  return found;
}

function hardCodedIn(name: string, text: string): string[] {
  const { program } = parseSync(name, text);
  return hardCoded(program, []);
}

describe('no hard-coded text', () => {
  it('detects hard-coded text', () => {
    const sample = `export const A = () => <p title="Read me">Hello <b aria-label={x}>{'中文'}</b></p>;`;
    expect(hardCodedIn('sample.tsx', sample)).toEqual(['Read me', 'Hello', '中文']);
  });

  // Language names are the only exception: each is written in its own language.
  it.each(sources.filter(({ name }) => name !== 'config/constants.ts'))('$name', ({ name, text }) => {
    expect(hardCodedIn(name, text)).toEqual([]);
  });
});
