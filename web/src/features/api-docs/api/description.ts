import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Language } from '@/config/constants';
import { referenceWords } from '@/lib/i18n/reference-words';
import { isRecord } from '@/lib/records';
import type { Document } from '../openapi';
import { translated } from '../words';

export const DESCRIPTION_PATH = '/v1/openapi.json';

/** The description of the public API in a language. */
export function referenceOptions(language: Language) {
  return queryOptions({
    queryKey: [DESCRIPTION_PATH, language],
    queryFn: ({ signal }) => fetchReference(language, signal),
    // Keep the input when the language is switched.
    placeholderData: keepPreviousData,
  });
}

async function fetchReference(language: Language, signal: AbortSignal): Promise<Document> {
  const [document, words] = await Promise.all([fetchDescription(signal), referenceWords(language)]);
  return words ? translated(document, words) : document;
}

async function fetchDescription(signal: AbortSignal): Promise<Document> {
  const answer = await fetch(DESCRIPTION_PATH, { signal, credentials: 'omit' });
  if (!answer.ok) throw new Error(answer.statusText);
  const document: unknown = await answer.json();
  if (!isDocument(document)) throw new Error(DESCRIPTION_PATH);
  return document;
}

/** Enough to tell it from an error page. */
function isDocument(thing: unknown): thing is Document {
  return isRecord(thing) && isRecord(thing.paths) && isRecord(thing.info);
}
