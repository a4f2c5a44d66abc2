import { describe, expect, it } from 'vitest';
import {
  checkCompose,
  type ComposeValues,
  firstFaultyLanguage,
  NEW_NOTIFICATION,
  outgoingOf,
  wordsFor,
} from './compose';

function values(over: Partial<ComposeValues>, texts: Partial<ComposeValues['texts']> = {}): ComposeValues {
  return { ...NEW_NOTIFICATION, ...over, texts: { ...NEW_NOTIFICATION.texts, ...texts } };
}
const hello = { title: 'Hello', text: 'World' };

describe('composer', () => {
  it.each([
    ['no text', values({}), { texts: 'no_text' }],
    ['one language is enough', values({}, { en: hello }), {}],
    [
      'a title without a text',
      values({}, { en: { title: 'Hello', text: ' ' } }),
      { 'texts.en.text': 'text_missing' },
    ],
    [
      'incomplete second language',
      values({}, { en: hello, ja: { title: '', text: 'x' } }),
      { 'texts.ja.title': 'title_missing' },
    ],
    ['one account requires a UID', values({ kind: 'account' }, { en: hello }), { uid: 'uid_missing' }],
    ['a uid is a number', values({ kind: 'account', uid: 'anna' }, { en: hello }), { uid: 'uid_missing' }],
    ['a uid', values({ kind: 'account', uid: ' 10001 ' }, { en: hello }), {}],
  ])('%s', (_, form, problems) => {
    expect(checkCompose(form)).toEqual(problems);
  });

  it.each([
    [values({}, { en: hello }), { audience: { kind: 'all' }, needs_confirm: false, texts: { en: hello } }],
    [
      values({ kind: 'type', account_type: '3', needs_confirm: true }, { zh: { title: ' 甲 ', text: '乙' } }),
      {
        audience: { kind: 'type', account_type: 3 },
        needs_confirm: true,
        texts: { zh: { title: '甲', text: '乙' } },
      },
    ],
    [
      values({ kind: 'account', uid: '10001' }, { en: hello }),
      { audience: { kind: 'account', uid: 10001 }, needs_confirm: false, texts: { en: hello } },
    ],
  ])('sends only what was meant: %#', (form, expected) => {
    expect(outgoingOf(form)).toEqual(expected);
  });

  it.each([
    [{ 'texts.ja.title': 'x', 'texts.es.text': 'x' }, 'es'],
    [{ texts: 'x', uid: 'x' }, null],
  ])('%j opens the tab %s', (problems, expected) => {
    expect(firstFaultyLanguage(problems)).toBe(expected);
  });
});

it.each([
  [{ zh: { title: 'z', text: '' }, en: { title: 'e', text: '' } }, 'zh', 'z'],
  [{ zh: { title: 'z', text: '' }, en: { title: 'e', text: '' } }, 'ja', 'e'],
  [{ zh: { title: 'z', text: '' }, es: { title: 's', text: '' } }, 'ja', 'z'],
  [{ es: { title: 's', text: '' } }, 'ja', 's'],
  [{}, 'ja', undefined],
] as const)('%j for %s shows %s', (texts, language, title) => {
  expect(wordsFor(texts, language)?.title).toBe(title);
});
