import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '@/config/constants';
import { cookbookWords } from '@/lib/i18n/cookbook-words';
import { RECIPES, recipesOf, textsOfRecipes } from './cookbook';

const PAGE = `# Cookbook

Programs for the
[public API](api.md).

## A job at night, daily

It runs \`nightly.py\`.

\`\`\`python
# nightly.py: python nightly.py
## not a heading

print("| not | a table |")
\`\`\`

| from | to |
| --- | --- |
| \`a\` | the [word](x.md) \`b\` |
`;

describe('the cookbook', () => {
  it('is read part by part', () => {
    expect(recipesOf(PAGE)).toEqual([
      { id: '', title: '', blocks: [{ kind: 'text', text: 'Programs for the public API.' }] },
      {
        id: 'a-job-at-night-daily',
        title: 'A job at night, daily',
        blocks: [
          { kind: 'text', text: 'It runs `nightly.py`.' },
          {
            kind: 'code',
            file: 'nightly.py',
            code: '# nightly.py: python nightly.py\n## not a heading\n\nprint("| not | a table |")',
          },
          { kind: 'table', head: ['from', 'to'], rows: [['`a`', 'the word `b`']] },
        ],
      },
    ]);
    expect(textsOfRecipes(recipesOf(PAGE))).toEqual([
      'Programs for the public API.',
      'A job at night, daily',
      'It runs `nightly.py`.',
      'from',
      'to',
      'the word `b`',
    ]);
  });

  it('has the recipes of the documentation', () => {
    const files = RECIPES.flatMap(({ blocks }) => blocks).flatMap((block) =>
      block.kind === 'code' ? [block.file] : [],
    );
    expect(files).toContain('screen_crm.py');
    expect(files).toContain('resume.mjs');
    expect(new Set(files).size).toBe(files.length);
  });

  it.each(LANGUAGES.filter((language) => language !== 'en'))(
    'is translated completely to %s',
    async (language) => {
      const words = await cookbookWords(language);
      const texts = textsOfRecipes(RECIPES);
      expect(texts.filter((text) => !(text in words))).toEqual([]);
      expect(Object.keys(words).filter((text) => !texts.includes(text))).toEqual([]);
      const code = (of: string): readonly string[] => (of.match(/`[^`]+`/g) ?? []).toSorted();
      for (const text of texts) expect(code(words[text] ?? ''), text).toEqual(code(text));
    },
  );
});
