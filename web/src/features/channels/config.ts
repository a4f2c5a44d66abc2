/** Channel configuration as stored by the server. Fields with default values may be missing. */
import { allWords, type Schemas } from '@/lib/api/schemas';

export type ChannelConfig = Schemas['ChannelConfig'];
export type Kind = Schemas['Kind'];
export type Mode = Schemas['Mode'];
export type Auth = Schemas['Auth'];
export type AuthKind = Auth['kind'];
export type Action = Schemas['Action'];
export type Request = Schemas['Submit'];
export type Poll = Schemas['Poll'];
export type Callback = Schemas['Callback'];
export type MapRule = Schemas['MapRule'];
export type ClassifyRule = Schemas['ClassifyRule'];
export type Also = Schemas['AlsoItems'];

export const KINDS = allWords<Kind>()('http', 'builtin');
export const MODES = allWords<Mode>()('sync', 'poll', 'callback');
export const AUTH_KINDS = allWords<AuthKind>()(
  'none',
  'basic',
  'bearer',
  'header',
  'query',
  'oauth2_client_credentials',
  'hmac',
  'jwt',
  'aws_sigv4',
);
export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export const VERIFICATIONS = allWords<Schemas['Verify']>()(
  'none',
  'hmac',
  'standard_webhooks',
  'secret_path',
);
export const JOB_PLACES = allWords<Schemas['JobIn']>()('body', 'path', 'query');
export const DELIVERY_FORMATS = allWords<Schemas['DeliveryFormat']>()('json', 'form', 'query');
export const REPLY_TYPES = allWords<Schemas['CallbackReplyType']>()(
  'text/plain',
  'application/json',
  'application/xml',
);
export const ENCODINGS = allWords<Schemas['SignatureEncoding']>()('hex', 'base64');
export const JWT_ALGORITHMS = allWords<Schemas['JwtAlgorithm']>()('rs256', 'es256');
export const SEND_IN = allWords<Schemas['SendIn']>()('header', 'body');
export const MATCH_BY = allWords<Schemas['MatchBy']>()(
  'e164',
  'digits',
  'digits_end',
  'order',
  'correlation_id',
);
export const ACTIONS = allWords<Action>()('ok', 'pause', 'throttle', 'retry', 'fail', 'disable_channel');
export const COST_PER = allWords<Schemas['CostPer']>()('item', 'request');

export const AUTH_FIELDS = [
  'username',
  'password',
  'token',
  'name',
  'value',
  'token_url',
  'client_id',
  'client_secret',
  'scope',
  'send_in',
  'secret',
  'header',
  'timestamp_header',
  'encoding',
  'prefix',
  'message',
  'key_header',
  'key_id',
  'private_key',
  'algorithm',
  'claims',
  'ttl_s',
  'access_key_id',
  'secret_access_key',
  'region',
  'service',
] as const;

export type AuthField = (typeof AUTH_FIELDS)[number];

/** Fields of each authentication method. */
export const AUTH_FIELDS_OF: Readonly<Record<AuthKind, readonly AuthField[]>> = {
  none: [],
  basic: ['username', 'password'],
  bearer: ['token'],
  header: ['name', 'value'],
  query: ['name', 'value'],
  oauth2_client_credentials: ['token_url', 'client_id', 'client_secret', 'scope', 'send_in'],
  hmac: ['secret', 'header', 'timestamp_header', 'encoding', 'prefix', 'message', 'key_header', 'key_id'],
  jwt: ['private_key', 'algorithm', 'claims', 'ttl_s', 'key_id'],
  aws_sigv4: ['access_key_id', 'secret_access_key', 'region', 'service'],
};
