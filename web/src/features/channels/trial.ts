/** Formats the result of a channel test. */
import type { Trial } from '@/lib/screening/types';

/** Indents JSON. Other content is unchanged. */
export function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** Headers, an empty line, and the body. */
export function answerText(headers: readonly (readonly string[])[], body: string): string {
  return `${headers.map((pair) => pair.join(': ')).join('\n')}\n\n${readable(body)}`.trim();
}

const JOB_FAILED = "the provider's job failed";

/**
 * What the connector's message adds to the failure, which is shown in the reader's language: the HTTP status, the
 * transport error, or the field that could not be rendered. Empty if it only names the failure in English.
 */
export function failureDetail(failure: NonNullable<Trial['failure']>, error: string): string {
  if (failure.kind === 'disabled') return error.replace(/^the channel is disabled: /, '');
  if (failure.kind !== 'failed') return '';
  // Failures of the transport name their reason twice.
  const detail = error.replace(new RegExp(`^(?:${failure.reason}(?:: |$))+`), '');
  return detail === JOB_FAILED ? '' : detail;
}
