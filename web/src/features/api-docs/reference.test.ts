import { describe, expect, it } from 'vitest';
import { addressOf, type Document, type MediaType, type Operation, operationsOf } from './openapi';
import { acceptedTypes, curlOf, faultOf, formOf, initialValues, requestOf } from './request';
import { exampleOf, rowsOf, rulesOf, typeText } from './schema';

const DOCUMENT: Document = {
  info: { title: 'Numbers', version: '1' },
  security: [{ key: [] }],
  paths: {
    '/v1/lookup': {
      post: {
        operationId: 'lookup',
        summary: 'Look a number up',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Ask' } } } },
        responses: {
          200: { description: 'Found', content: { 'application/json': {} } },
          401: { $ref: '#/components/responses/Refused' },
        },
      },
    },
    '/v1/tasks/{id}/results': {
      get: {
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
          { $ref: '#/components/parameters/Limit' },
        ],
        responses: { 200: { content: { 'text/csv': {}, 'application/json': {} } } },
        security: [],
      },
    },
    '/v1/tasks/{id}/cancel': { post: { responses: {} } },
  },
  components: {
    parameters: { Limit: { name: 'limit', in: 'query', example: 100, schema: { type: 'integer' } } },
    examples: { three: { value: 3 } },
    responses: { Refused: { description: 'No key', content: { 'application/problem+json': {} } } },
    schemas: {
      Ask: {
        type: 'object',
        required: ['number'],
        properties: {
          number: { type: 'string', description: 'With + or without', example: '+14155552671' },
          projects: { type: ['array', 'null'], items: { type: 'string' }, maxItems: 5 },
          check: { oneOf: [{ type: 'null' }, { $ref: '#/components/schemas/Check' }] },
          checks: { type: 'object', additionalProperties: { $ref: '#/components/schemas/Check' } },
        },
      },
      Check: {
        type: 'object',
        required: ['state'],
        properties: {
          state: { type: 'string', enum: ['active', 'inactive'] },
          before: { $ref: '#/components/schemas/Check' },
          at: { type: 'string', format: 'date-time' },
          score: { type: 'integer', minimum: 1, maximum: 9 },
        },
      },
      Both: {
        allOf: [{ $ref: '#/components/schemas/Check' }, { properties: { more: { type: 'boolean' } } }],
      },
    },
  },
};
const ORIGIN = 'https://numbers.example';
const [lookup, results, cancel] = operationsOf(DOCUMENT) as [Operation, Operation, Operation];
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

describe('operations', () => {
  it('are in document order with references resolved', () => {
    expect(lookup).toMatchObject({ id: 'lookup', method: 'POST', secured: true });
    expect(lookup.answers[1]).toEqual({
      status: '401',
      description: 'No key',
      content: [['application/problem+json', {}]],
    });
    expect(results).toMatchObject({ id: 'get-v1-tasks-id-results', secured: false, body: null });
    expect(results.parameters.map(({ name }) => name)).toEqual(['id', 'limit']);
  });

  it("are sorted by the document's tag order", () => {
    const { '/v1/lookup': path } = DOCUMENT.paths;
    const tagged = (tag: string) => ({ get: { ...path?.post, responses: {}, tags: [tag] } });
    const paths = { '/balance': tagged('account'), '/lookup': tagged('lookup') };
    const sorted = operationsOf({ ...DOCUMENT, tags: [{ name: 'lookup' }, { name: 'account' }], paths });
    expect(sorted.map((operation) => operation.path)).toEqual(['/lookup', '/balance']);
  });

  it.each([
    [undefined, 'https://numbers.example/v1/lookup'],
    ['/', 'https://numbers.example/v1/lookup'],
    ['/base', 'https://numbers.example/base/v1/lookup'],
    ['https://api.example/base/', 'https://api.example/base/v1/lookup'],
  ])('with the server %s are at %s', (url, expected) => {
    const document = { ...DOCUMENT, ...(url ? { servers: [{ url }] } : {}) };
    const path = operationsOf(document)[0]?.path ?? '';
    expect(addressOf(document, path, ORIGIN)).toBe(expected);
  });
});

describe('schemas', () => {
  it.each([
    [{ type: 'string' }, 'string'],
    [{ type: ['string', 'null'], format: 'date-time' }, 'string (date-time) | null'],
    [{ type: 'array', items: { type: ['integer', 'null'] } }, '(integer | null)[]'],
    [{ oneOf: [{ type: 'null' }, ref('Check')] }, 'Check | null'],
    [{ type: 'object', additionalProperties: ref('Check') }, 'map<string, Check>'],
    [{}, 'any'],
  ])('%j is %s', (schema, expected) => {
    expect(typeText(DOCUMENT, schema)).toBe(expected);
  });

  it('are listed field by field, recursive ones only once', () => {
    const rows = rowsOf(DOCUMENT, ref('Ask'));
    expect(rows.map(({ name, required }) => name + (required ? '!' : ''))).toEqual([
      'number!',
      'projects',
      'check',
      'check.state!',
      'check.before',
      'check.at',
      'check.score',
      'checks',
      'checks.{}.state!',
      'checks.{}.before',
      'checks.{}.at',
      'checks.{}.score',
    ]);
    expect(rows[1]).toMatchObject({ type: 'string[] | null', rules: ['items ≤ 5'] });
    expect(rows[3]).toMatchObject({ depth: 1, rules: ['"active"', '"inactive"'] });
  });

  it('merge the fields of allOf', () => {
    expect(rowsOf(DOCUMENT, ref('Both')).map(({ name }) => name)).toContain('more');
    expect(rulesOf(DOCUMENT, { type: 'integer', minimum: 1, maximum: 9, default: 5 })).toEqual([
      '1–9',
      'default 5',
    ]);
  });

  it('generate an example if the document has none', () => {
    expect(exampleOf(DOCUMENT, { example: 1, schema: ref('Ask') })).toBe(1);
    expect(exampleOf(DOCUMENT, { examples: { one: { value: 2 } } })).toBe(2);
    expect(exampleOf(DOCUMENT, { examples: { one: { $ref: '#/components/examples/three' } } })).toBe(3);
    expect(exampleOf(DOCUMENT, { schema: ref('Ask') })).toMatchObject({
      number: '+14155552671',
      projects: ['string'],
      check: { state: 'active', at: '2026-11-16T08:00:00Z', score: 1 },
      checks: {},
    });
  });
});

describe('trying an operation', () => {
  it("starts with the document's examples", () => {
    expect(initialValues(DOCUMENT, results)).toEqual({
      parameters: { 'query.limit': '100' },
      body: '',
      accept: 'application/json',
    });
    expect(acceptedTypes(results)).toEqual(['application/json', 'text/csv']);
  });

  it('requires path parameters and a JSON body', () => {
    const filled = initialValues(DOCUMENT, results);
    expect(faultOf(results, filled)).toEqual({ kind: 'path_missing', name: 'id' });
    expect(faultOf(results, { ...filled, parameters: { 'path.id': '7' } })).toBeNull();
    expect(faultOf(lookup, { ...filled, body: '{' })).toEqual({ kind: 'body_wrong' });
  });

  it('quotes the curl command for the shell', () => {
    const filled = { parameters: {}, body: `{ "number": "it's" }`, accept: 'application/json' };
    expect(curlOf(DOCUMENT, lookup, filled, ORIGIN)).toBe(
      [
        `curl 'https://numbers.example/v1/lookup' \\`,
        `  --header "Authorization: Bearer $NUMSIFT_API_KEY" \\`,
        `  --header 'Content-Type: application/json' \\`,
        `  --data '{"number":"it'\\''s"}'`,
      ].join('\n'),
    );
    expect(curlOf(DOCUMENT, cancel, filled, ORIGIN)).toContain(
      `curl --request POST 'https://numbers.example/v1/tasks/{id}/cancel'`,
    );
  });

  it('shows how a file is uploaded', () => {
    const example = { task: { checks: ['whatsapp'] }, file: 'phone' };
    const content: [string, MediaType][] = [['multipart/form-data', { example }]];
    const upload: Operation = { ...lookup, body: { description: '', content } };
    const command = curlOf(DOCUMENT, upload, initialValues(DOCUMENT, lookup), ORIGIN);
    expect(command).toContain(`--form 'task={"checks":["whatsapp"]}' \\\n  --form file=@list.csv`);
    expect(command).not.toContain('Content-Type');
    expect(formOf(lookup)).toBeNull();
  });

  it('shows how the bytes of a file are sent, and methods that curl does not guess', () => {
    const content: [string, MediaType][] = [
      ['application/offset+octet-stream', { schema: { type: 'string', format: 'binary' } }],
    ];
    const part: Operation = { ...lookup, method: 'PATCH', body: { description: '', content } };
    const filled = initialValues(DOCUMENT, part);
    expect(curlOf(DOCUMENT, part, filled, ORIGIN)).toBe(
      [
        `curl --request PATCH 'https://numbers.example/v1/lookup' \\`,
        `  --header "Authorization: Bearer $NUMSIFT_API_KEY" \\`,
        `  --header 'Content-Type: application/offset+octet-stream' \\`,
        `  --data-binary @part`,
      ].join('\n'),
    );
    const head: Operation = { ...results, method: 'HEAD' };
    expect(curlOf(DOCUMENT, head, filled, ORIGIN)).toContain(`curl --head 'https://numbers.example/`);
  });

  it('sends the key but not the session', () => {
    const filled = { parameters: { 'path.id': 'a/b', 'query.limit': '5' }, body: '', accept: 'text/csv' };
    const csv = requestOf(DOCUMENT, results, filled, { origin: ORIGIN, key: 'ns_1' });
    expect(csv.url).toBe('https://numbers.example/v1/tasks/a%2Fb/results?limit=5');
    expect(csv.init).toEqual({ method: 'GET', headers: [['Accept', 'text/csv']], credentials: 'omit' });
    const asked = requestOf(DOCUMENT, lookup, { ...filled, body: '{}' }, { origin: ORIGIN, key: 'ns_1' });
    expect(asked.init.headers).toContainEqual(['Authorization', 'Bearer ns_1']);
    expect(asked.init.body).toBe('{}');
  });
});
