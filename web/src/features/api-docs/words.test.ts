import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '@/config/constants';
import { referenceWords } from '@/lib/i18n/reference-words';
import type { Document } from './openapi';
import { textsOf, translated } from './words';

const REFUSALS = '`forbidden`: The key does not allow this; `ip-not-allowed`: Not from here';
const DOCUMENT: Document = {
  info: { title: 'Numbers', version: '1', description: 'Two lines\nof one text.\n\nAnother one.' },
  paths: {
    '/balance': {
      get: {
        summary: 'What the account has.',
        responses: { 403: { description: REFUSALS }, 200: { description: '' } },
      },
    },
  },
  components: {
    schemas: {
      Project: {
        description: 'A project.',
        properties: { description: { type: 'string', example: { description: 'A project.' } } },
      },
    },
  },
};

describe('translation of the reference', () => {
  it('collects all human-readable texts', () => {
    expect(textsOf(DOCUMENT)).toEqual([
      'Two lines of one text.',
      'Another one.',
      'What the account has.',
      'The key does not allow this',
      'Not from here',
      'A project.',
    ]);
  });

  it('replaces these texts and nothing else', () => {
    const words = { 'A project.': 'Un proyecto.', 'Not from here': 'De aquí, no', 'Another one.': 'Otro.' };
    const other = translated(DOCUMENT, words);
    expect(other.info.description).toBe('Two lines of one text.\n\nOtro.');
    expect(other.components?.schemas?.Project).toEqual({
      description: 'Un proyecto.',
      properties: { description: { type: 'string', example: { description: 'A project.' } } },
    });
    expect(other.paths['/balance']?.get?.responses[403]).toEqual({
      description: '`forbidden`: The key does not allow this; `ip-not-allowed`: De aquí, no',
    });
    expect(other.paths['/balance']?.get?.summary).toBe('What the account has.');
  });

  it.each(LANGUAGES.filter((language) => language !== 'en'))('keep what is code in %s', async (language) => {
    const all = Object.entries((await referenceWords(language)) ?? {});
    expect(all.length).toBeGreaterThan(100);
    for (const [text, words] of all) {
      const code = (of: string): readonly string[] => (of.match(/`[^`]+`/g) ?? []).toSorted();
      expect(code(words), text).toEqual(code(text));
    }
  });
});
