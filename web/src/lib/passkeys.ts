/** Passkeys in the browser: asks the server for a challenge and the authenticator for an answer. */
import i18next from 'i18next';
import { type CallBody, callFor } from '@/lib/api/client';

type Answer = CallBody<'user/passkeyLogin'>;

const SILENT = { silent: true } as const;
/** Codes that a passkey was exchanged for begin with this. Nobody types them. */
const CODE_PREFIX = 'pk.';

export function isPasskeyCode(code: string): boolean {
  return code.startsWith(CODE_PREFIX);
}

/** Browsers offer passkeys on secure pages with a domain name. */
export function passkeysSupported(): boolean {
  return (
    window.isSecureContext &&
    typeof PublicKeyCredential !== 'undefined' &&
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function' &&
    !isAddress(window.location.hostname)
  );
}

export function isAddress(host: string): boolean {
  return host.startsWith('[') || /^[\d.]+$/.test(host);
}

/** Answers a new challenge with a passkey that the user chooses. */
export async function answerChallenge(): Promise<Answer> {
  const { ticket, options } = await callFor('user/passkeyChallenge', {}, SILENT);
  // The server's document leaves open what WebAuthn defines.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const json = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json);
  return { ticket, credential: await asked(() => navigator.credentials.get({ publicKey })) };
}

/** A code for the second factor, which works once. */
export async function passkeyCode(): Promise<string> {
  return (await callFor('user/passkeyCode', await answerChallenge(), SILENT)).code;
}

/** Creates a passkey with the options of the server. */
export function createPasskey(options: object): Promise<Answer['credential']> {
  // The same as above.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const json = options as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json);
  return asked(() => navigator.credentials.create({ publicKey }));
}

async function asked(ask: () => Promise<Credential | null>): Promise<Answer['credential']> {
  let credential: Credential | null;
  try {
    credential = await ask();
  } catch (reason) {
    throw new Error(i18next.t(problemOf(reason)), { cause: reason });
  }
  if (!(credential instanceof PublicKeyCredential)) throw new Error(i18next.t('auth.passkey_cancelled'));
  // The browser's type has no open fields, the server's document nothing else.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return credential.toJSON() as unknown as Answer['credential'];
}

/** Browsers do not tell a refusal from a timeout. */
export function problemOf(reason: unknown): 'auth.passkey_present' | 'auth.passkey_cancelled' {
  const present = reason instanceof DOMException && reason.name === 'InvalidStateError';
  return present ? 'auth.passkey_present' : 'auth.passkey_cancelled';
}
