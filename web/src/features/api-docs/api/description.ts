import type { Document } from '../openapi';

export const DESCRIPTION_PATH = '/v1/openapi.json';

/** What the server says about its public API. */
export async function fetchDescription(signal: AbortSignal): Promise<Document> {
  const answer = await fetch(DESCRIPTION_PATH, { signal, credentials: 'omit' });
  if (!answer.ok) throw new Error(answer.statusText);
  const document = (await answer.json()) as Partial<Document>;
  if (typeof document.paths !== 'object' || document.info === undefined) throw new Error(DESCRIPTION_PATH);
  return document as Document;
}
