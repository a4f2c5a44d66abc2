import { describe, expect, it } from 'vitest';
import { detectLanguage } from './language';

describe('language: cookie, else browser language (prefix match), else Chinese', () => {
  it.each([
    ['ja', ['en-US'], 'ja'],
    ['fr', ['en-US'], 'en'],
    [null, ['en-US'], 'en'],
    [null, ['zh-TW'], 'zh'],
    [null, ['fr-FR', 'es-MX', 'en'], 'es'],
    [null, ['EN'], 'en'],
    [null, ['zen'], 'zh'],
    [null, ['fr-en'], 'zh'],
    [null, [], 'zh'],
  ])('cookie %s and browser %j give %s', (cookie, browser, expected) => {
    expect(detectLanguage(cookie, browser)).toBe(expected);
  });
});
