import type { Language } from '@/config/constants';
import { referenceWords } from '@/lib/i18n/reference-words';
import type { Document } from '../openapi';
import { translated } from '../words';

export const DESCRIPTION_PATH = '/v1/openapi.json';

/** The description of the public API in a language. */
export async function fetchReference(language: Language, signal: AbortSignal): Promise<Document> {
  const [document, words] = await Promise.all([fetchDescription(signal), referenceWords(language)]);
  return words ? translated(document, words) : document;
}

async function fetchDescription(signal: AbortSignal): Promise<Document> {
  const answer = await fetch(DESCRIPTION_PATH, { signal, credentials: 'omit' });
  if (!answer.ok) throw new Error(answer.statusText);
  const document = (await answer.json()) as Partial<Document>;
  if (typeof document.paths !== 'object' || document.info === undefined) throw new Error(DESCRIPTION_PATH);
  return document as Document;
}
