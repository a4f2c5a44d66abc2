/** The parts of an OpenAPI 3.1 document that the reference shows. */

export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  title?: string;
  description?: string;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  example?: unknown;
  examples?: readonly unknown[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  allOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

export interface Example {
  value?: unknown;
}

export interface MediaType {
  schema?: Schema;
  example?: unknown;
  examples?: Readonly<Record<string, Example | { $ref: string }>>;
}

type Content = Readonly<Record<string, MediaType>>;

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  description?: string;
  schema?: Schema;
  example?: unknown;
}

interface Answer {
  description?: string;
  content?: Content;
}

interface RawOperation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: readonly string[];
  parameters?: readonly (Parameter | { $ref: string })[];
  requestBody?: { description?: string; required?: boolean; content: Content };
  responses: Readonly<Record<string, Answer | { $ref: string }>>;
  security?: readonly Readonly<Record<string, readonly string[]>>[];
}

export interface Document {
  info: { title: string; version: string; description?: string };
  servers?: readonly { url: string }[];
  tags?: readonly { name: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  security?: readonly Readonly<Record<string, readonly string[]>>[];
}

export interface Operation {
  /** Usable as an anchor. */
  id: string;
  method: string;
  tag: string;
  /** Includes the base path. */
  path: string;
  summary: string;
  description: string;
  /** Whether it requires a key. */
  secured: boolean;
  parameters: readonly Parameter[];
  body: { description: string; content: readonly [string, MediaType][] } | null;
  answers: readonly { status: string; description: string; content: readonly [string, MediaType][] }[];
}

const METHODS = ['options', 'head', 'get', 'post', 'put', 'patch', 'delete'] as const;

/** All operations, by the document's tag order, then in document order. */
export function operationsOf(document: Document): readonly Operation[] {
  const base = serverOf(document).pathname.replace(/\/$/, '');
  const tags = (document.tags ?? []).map(({ name }) => name);
  const place = ({ tag }: Operation): number => (tags.includes(tag) ? tags.indexOf(tag) : tags.length);
  return Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      METHODS.flatMap((method) => {
        const raw = methods[method];
        return raw ? [operationOf(document, base + path, method, raw)] : [];
      }),
    )
    .toSorted((a, b) => place(a) - place(b));
}

/** Base for URLs that are relative to the server. */
const ANY_ORIGIN = 'http://server.invalid';

function serverOf(document: Document, origin: string = ANY_ORIGIN): URL {
  return new URL(document.servers?.[0]?.url ?? '/', origin);
}

function operationOf(document: Document, path: string, method: string, raw: RawOperation): Operation {
  const security = raw.security ?? document.security ?? [];
  return {
    id: raw.operationId ?? `${method}-${path.replace(/\W+/g, '-').replace(/^-|-$/g, '')}`,
    method: method.toUpperCase(),
    tag: raw.tags?.[0] ?? '',
    path,
    // Shown as a title, so without the final period.
    summary: (raw.summary ?? '').replace(/[.。]$/, ''),
    description: raw.description ?? '',
    secured: security.some((needed) => Object.keys(needed).length > 0),
    parameters: (raw.parameters ?? []).map((one) => followed<Parameter>(document, one)),
    body: raw.requestBody
      ? {
          description: raw.requestBody.description ?? '',
          content: Object.entries(raw.requestBody.content),
        }
      : null,
    answers: Object.entries(raw.responses).map(([status, one]) => {
      const { description = '', content = {} } = followed<Answer>(document, one);
      return { status, description, content: Object.entries(content) };
    }),
  };
}

/** Resolves a reference (`#/components/…`). Anything else is returned as is. */
export function followed<Thing extends object>(document: Document, thing: Thing | { $ref: string }): Thing {
  if (!isReference(thing)) return thing;
  const [, , group = '', name = ''] = thing.$ref.split('/');
  const found = document.components?.[group]?.[name];
  // What a reference leads to has the shape of its place in the document. A broken one shows less instead of
  // crashing the page.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (typeof found === 'object' && found !== null ? found : {}) as Thing;
}

function isReference(thing: object): thing is { $ref: string } {
  return '$ref' in thing && typeof thing.$ref === 'string';
}

/** The URL of an operation. Relative to this page's server unless the document names another. */
export function addressOf(document: Document, path: string, origin: string): string {
  return serverOf(document, origin).origin + path;
}
