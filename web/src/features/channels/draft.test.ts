import { describe, expect, it } from 'vitest';
import type { ChannelConfig } from './config';
import { configOf, draftOf } from './draft';
import { equalsOf } from './rule-draft';

const DEFAULTS = {
  limit: { rps: 10, burst: 10, concurrency: 8 },
  retry: { max: 4, base_ms: 200, cap_ms: 20_000, on_timeout: true },
  breaker: { failures: 10, rate: 50, window_s: 30, open_s: 30 },
  answer: { max_bytes: 8_388_608, timeout_ms: 30_000, max_depth: 32 },
};

const FULL: ChannelConfig = {
  name: 'example-hlr',
  kind: 'http',
  base_url: 'https://api.example.com',
  checks: ['carrier', 'reachable'],
  countries: ['CN'],
  contract: { ref: 'C-7', expires: '2027-01-01' },
  auth: {
    kind: 'hmac',
    secret: '********',
    header: 'x-sig',
    timestamp_header: 'x-ts',
    encoding: 'base64',
    prefix: 'v1=',
    message: '{{ body }}',
    key_id: 'k1',
  },
  secrets: { api_key: '********' },
  mode: 'poll',
  batch: { max: 100 },
  submit: {
    method: 'POST',
    path: '/lookup',
    headers: { 'x-a': 'b' },
    query: { v: '2' },
    body: '{{ numbers }}',
  },
  poll: {
    method: 'GET',
    path: '/jobs/{{ job }}',
    headers: {},
    query: {},
    job: '$.id',
    every_s: 2,
    max_s: 600,
    state: '$.status',
    done: ['COMPLETED'],
    failed: ['FAILED'],
    results: '$.results[*]',
  },
  items: '$.results[*]',
  match: { key: '$.to', by: 'digits' },
  map: [
    { to: 'status', path: '$.state', values: { live: 'active', dead: 'inactive' }, default: 'unknown' },
    { to: 'carrier', path: '$.network.name' },
    {
      to: 'risk',
      path: '$.score',
      projects: ['risk'],
      ignore_case: true,
      cases: [
        { at_least: 70.5, is: 'high' },
        { at_least: 30, at_most: 70, matches: '^\\d+$', is: 'medium' },
      ],
    },
  ],
  classify: [
    { http: [429, 503], action: 'throttle' },
    { path: '$.error', equals: 'quota', action: 'throttle' },
    { path: '$.code', equals: '3', action: 'fail' },
    { http: [404], action: 'ok', status: 'invalid', free: true, projects: ['line_type'] },
    {
      header: 'x-left',
      in: [0, '1', 'two words', true],
      at_least: 0,
      ignore_case: true,
      matches: '^.$',
      wait_header: 'x-reset',
      action: 'pause',
    },
    { path: '$.ok', equals: false, action: 'retry' },
    { path: '$.left', at_most: 0, wait: '$.reset', action: 'pause' },
  ],
  ...DEFAULTS,
  cost: { per: 'request', points: 12_500, path: '$.credits' },
};

/** A field of another method stays while the method is changed. */
const AUTH_WITH_MORE = { kind: 'bearer', token: 't', username: 'u' } as const;

describe('channel form', () => {
  it('round-trips unchanged', () => {
    expect(configOf(draftOf(FULL))).toEqual(FULL);
  });

  it.each<[string, Partial<ChannelConfig>]>([
    ['quotas', { limit: { rps: 5, burst: 5, concurrency: 2, per_minute: 50, per_month: 1000 } }],
    ['CSV', { csv: { separator: ';', columns: ['to', 'state'] } }],
    ['CSV with a header', { csv: { separator: ',' } }],
    [
      'numbers in other lists',
      {
        also: [
          { items: '$.errors[*].numbers[*]', match: { key: '$', by: 'e164' }, status: 'invalid' },
          { items: '$.late[*]', match: { key: '$.to', by: 'digits' }, status: 'retry', projects: ['risk'] },
        ],
      },
    ],
    ['no retry after a timeout', { retry: { max: 1, base_ms: 1, cap_ms: 2, on_timeout: false } }],
    [
      'a signed token',
      {
        auth: {
          kind: 'jwt',
          private_key: '********',
          algorithm: 'es256',
          claims: '{}',
          ttl_s: 60,
          key_id: 'k',
        },
      },
    ],
    [
      'a signature for AWS',
      {
        auth: {
          kind: 'aws_sigv4',
          access_key_id: 'AK',
          secret_access_key: '********',
          region: 'eu-west-1',
          service: 's',
        },
      },
    ],
    [
      'a second request for the results',
      {
        poll: {
          ...FULL.poll,
          file: '$.file',
          fetch: { method: 'GET', path: '/files/{{ file }}', headers: { 'x-a': 'b' }, query: {} },
        },
      },
    ],
    ['the preset', { preset: { id: 'hlrlookup', version: 1, inputs: {}, base: { limit: { rps: 1 } } } }],
  ])('round-trips %s', (_, given) => {
    expect(configOf(draftOf({ ...FULL, ...given }))).toEqual({ ...FULL, ...given });
  });

  it("uses the server's defaults", () => {
    expect(configOf(draftOf({ name: 'bare' }))).toEqual({
      name: 'bare',
      kind: 'http',
      base_url: '',
      checks: [],
      countries: [],
      auth: { kind: 'none' },
      mode: 'sync',
      batch: { max: 1 },
      submit: { method: 'POST', path: '', headers: {}, query: {} },
      items: '$',
      match: { key: '', by: 'e164' },
      map: [],
      classify: [],
      ...DEFAULTS,
      cost: { per: 'item', points: 0 },
    });
  });

  it.each<[string, Partial<ChannelConfig>, Partial<ChannelConfig>]>([
    ['omits sections of other modes', { mode: 'sync', poll: { state: '$.s' } }, { mode: 'sync' }],
    [
      'a callback has its own',
      { mode: 'callback', callback: { job: '$.id', verify: 'secret_path', secret: 's' } },
      {
        mode: 'callback',
        callback: {
          job_in: 'body',
          job: '$.id',
          format: 'json',
          deliveries: 1,
          max_s: 600,
          verify: 'secret_path',
          secret: 's',
          header: 'x-signature',
          encoding: 'hex',
          prefix: '',
        },
      },
    ],
    [
      'a callback in parts has a reply and its job in the address',
      {
        mode: 'callback',
        callback: {
          job_in: 'path',
          job: '',
          submitted: '$.left.out',
          format: 'form',
          deliveries: 50,
          reply: { status: 202, content_type: 'application/json', body: '{}' },
        },
      },
      {
        mode: 'callback',
        callback: {
          job_in: 'path',
          job: '',
          format: 'form',
          deliveries: 50,
          reply: { status: 202, content_type: 'application/json', body: '{}' },
          max_s: 600,
          verify: 'none',
          secret: '',
          header: 'x-signature',
          encoding: 'hex',
          prefix: '',
        },
      },
    ],
    [
      'only the fields of the authentication method',
      { auth: AUTH_WITH_MORE },
      { auth: { kind: 'bearer', token: 't' } },
    ],
    ['matching by order has no key', { match: { key: '$.x', by: 'order' } }, { match: { by: 'order' } }],
  ])('%s', (_, given, expected) => {
    const config = configOf(draftOf({ name: 'x', ...given }));
    expect(config).toMatchObject(expected);
    for (const section of ['poll', 'callback'] as const) {
      expect(section in config).toBe(section in expected);
    }
  });

  it('a built-in channel has no request sections', () => {
    expect(configOf(draftOf({ name: 'engine', kind: 'builtin', checks: ['hygiene'] }))).toEqual({
      name: 'engine',
      kind: 'builtin',
      checks: ['hygiene'],
      countries: [],
    });
  });

  it('an empty condition of a case is left out', () => {
    const draft = draftOf({ name: 'x', map: [{ to: 'status', path: '$.s' }] });
    draft.map[0]?.cases.push({ at_least: ' ', at_most: '0', matches: '', is: ' low ' });
    expect(configOf(draft).map?.[0]?.cases).toEqual([{ at_most: 0, is: 'low' }]);
  });

  it('drops empty rows', () => {
    const draft = draftOf({ name: 'x' });
    draft.submit.headers = [
      { name: ' x-key ', value: '1' },
      { name: '', value: 'lost' },
    ];
    expect(configOf(draft).submit?.headers).toEqual({ 'x-key': '1' });
  });

  it.each([
    ['7', 7],
    ['', 0],
    ['abc', 0],
    [3.9, 3],
  ])('a batch typed as %j is %d', (typed, max) => {
    const draft = draftOf({ name: 'x' });
    draft.batch.max = typed;
    expect(configOf(draft).batch).toEqual({ max });
  });
});

it.each([
  ['quota', 'quota'],
  ['3', 3],
  ['"3"', '3'],
  ['true', true],
  ['null', 'null'],
])('%s compares with %j', (typed, value) => expect(equalsOf(typed)).toEqual(value));
