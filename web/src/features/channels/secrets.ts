/** Channel secrets. The server returns only masks. */
import type { AuthField } from './config';
import type { Draft } from './draft';

const MASK = /^(?:\*+|•+)$/;

export const SECRET_FIELDS: ReadonlySet<AuthField> = new Set([
  'password',
  'token',
  'value',
  'client_secret',
  'secret',
  'private_key',
  'secret_access_key',
]);

export function isMask(text: string): boolean {
  return MASK.test(text);
}

/** Whether the YAML contains a secret instead of a mask. Prefers false positives. */
export function hasTypedSecret(yaml: string): boolean {
  const found = yaml.matchAll(
    /\b(?:password|token|value|client_secret|secret|private_key|secret_access_key):[ \t]*["']?([^\s"',}]+)/g,
  );
  const [, inline = '', block = ''] =
    /^secrets:[ \t]*(?:\{([^}]*)\}|((?:\r?\n[ \t]+[^\n]*)+))/m.exec(yaml) ?? [];
  const named = `${inline}${block}`.matchAll(/:[ \t]+["']?([^\s"',}]+)/g);
  return [...found, ...named].some(([, value]) => value !== undefined && !isMask(value));
}

export function withoutSecrets(draft: Draft): Draft {
  const auth = { ...draft.auth };
  for (const field of SECRET_FIELDS) if (isMask(auth[field])) auth[field] = '';
  const { callback } = draft;
  return {
    ...draft,
    auth,
    secrets: draft.secrets.map(({ name, value }) => ({ name, value: isMask(value) ? '' : value })),
    callback: { ...callback, secret: isMask(callback.secret) ? '' : callback.secret },
  };
}
