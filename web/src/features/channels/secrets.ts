/** Secrets of a channel: the server shows none, so a mask is all that the form has of a stored one. */
import type { AuthField, Draft } from './draft';

const MASK = /^(?:\*+|•+)$/;

export const SECRET_FIELDS: ReadonlySet<AuthField> = new Set([
  'password',
  'token',
  'value',
  'client_secret',
  'secret',
]);

export function isMask(text: string): boolean {
  return MASK.test(text);
}

/** Whether a text of YAML holds a secret itself instead of a mask. Rather once too often than once too few. */
export function hasTypedSecret(yaml: string): boolean {
  const found = yaml.matchAll(/\b(?:password|token|value|client_secret|secret):[ \t]*["']?([^\s"',}]+)/g);
  return [...found].some(([, value]) => value !== undefined && !isMask(value));
}

export function withoutSecrets(draft: Draft): Draft {
  const auth = { ...draft.auth };
  for (const field of SECRET_FIELDS) if (isMask(auth[field])) auth[field] = '';
  const { callback } = draft;
  return {
    ...draft,
    auth,
    callback: { ...callback, secret: isMask(callback.secret) ? '' : callback.secret },
  };
}
