import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { translateTitle } from './use-title';

beforeAll(async () => {
  await i18next.init({ lng: 'en', resources: { en: { translation: { menu: { dashboard: 'Dashboard' } } } } });
});

describe('tabs: title', () => {
  it.each([
    ['dashboard', 'Dashboard'],
    ['WhatsApp', 'WhatsApp'],
    [undefined, 'no-name'],
    ['', 'no-name'],
  ])('%j is shown as %j', (title, shown) => {
    expect(translateTitle(title, i18next.t)).toBe(shown);
  });
});
