import { WebhookInvalid } from './errors.js';

/** Seconds that the clock of a message may differ from ours. */
const TOLERANCE = 300;

/** A message about an event. */
export interface WebhookMessage {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/**
 * Returns the message if its signature is valid (Standard Webhooks). `body` is the raw body of the request, byte for
 * byte; `now` is in seconds.
 */
export async function verifyWebhook(
  secret: string,
  headers: Headers | Record<string, string | string[] | undefined>,
  body: string | Uint8Array,
  { tolerance = TOLERANCE, now = Date.now() / 1000 }: { tolerance?: number; now?: number } = {},
): Promise<WebhookMessage> {
  const [id, sentAt, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    header(headers, name),
  );
  if (!id || !sentAt || !signatures || !/^\d+$/.test(sentAt)) {
    throw new WebhookInvalid('a header is missing or malformed');
  }
  if (Math.abs(now - Number(sentAt)) > tolerance) {
    throw new WebhookInvalid('the message is too old or from the future');
  }
  const raw = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const prefix = new TextEncoder().encode(`${id}.${sentAt}.`);
  const signed = new Uint8Array(prefix.length + raw.length);
  signed.set(prefix);
  signed.set(raw, prefix.length);
  const bytes = decoded(secret.replace(/^whsec_/, ''));
  if (!bytes) throw new WebhookInvalid('the secret is malformed');
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  for (const signature of signatures.split(' ')) {
    const [version, text = ''] = signature.split(',');
    const given = version === 'v1' ? decoded(text) : null;
    // Compares in constant time.
    if (given && (await crypto.subtle.verify('HMAC', key, given, signed))) {
      return JSON.parse(new TextDecoder().decode(raw)) as WebhookMessage;
    }
  }
  throw new WebhookInvalid('the signature is not valid');
}

function header(headers: Headers | Record<string, string | string[] | undefined>, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return Array.isArray(value) ? value.join(' ') : value;
}

function decoded(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}
