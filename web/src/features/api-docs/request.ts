/** Builds the request for an operation, and the same as a curl command. */
import { isRecord } from '@/lib/records';
import { addressOf, type Document, type MediaType, type Operation, type Parameter } from './openapi';
import { exampleOf } from './schema';

export const JSON_TYPE = 'application/json';
const KEY_PLACEHOLDER = '$NUMSIFT_API_KEY';

export interface Filled {
  /** Keyed by location and name, such as `query.limit`. */
  parameters: Readonly<Record<string, string>>;
  body: string;
  accept: string;
}

export function parameterId({ in: place, name }: Parameter): string {
  return `${place}.${name}`;
}

/** Media types of the success response, JSON first. */
export function acceptedTypes(operation: Operation): readonly string[] {
  const types = operation.answers
    .filter(({ status }) => status.startsWith('2'))
    .flatMap(({ content }) => content.filter(([, media]) => !isBinary(media)).map(([type]) => type));
  return [...new Set(types)].toSorted((a, b) => Number(b === JSON_TYPE) - Number(a === JSON_TYPE));
}

/** The form of an operation that takes no JSON. It is shown as a curl command, but cannot be filled in here. */
export function formOf(operation: Operation): MediaType | null {
  if (operation.body?.content.some(([type]) => type === JSON_TYPE)) return null;
  return operation.body?.content.find(([type]) => type === 'multipart/form-data')?.[1] ?? null;
}

function isBinary({ schema }: MediaType): boolean {
  return schema?.format === 'binary';
}

/** The media type of an operation that takes the bytes of a file. They cannot be filled in here either. */
export function binaryOf(operation: Operation): string | null {
  return operation.body?.content.find(([, media]) => isBinary(media))?.[0] ?? null;
}

/** An example of the JSON body. */
export function exampleBody(document: Document, operation: Operation): string {
  const json = operation.body?.content.find(([type]) => type === JSON_TYPE)?.[1];
  return json ? JSON.stringify(exampleOf(document, json), null, 2) : '';
}

export function initialValues(document: Document, operation: Operation): Filled {
  const parameters = operation.parameters
    .filter(({ in: place, example }) => place !== 'cookie' && example !== undefined)
    .map((parameter) => [parameterId(parameter), String(parameter.example)]);
  return {
    parameters: Object.fromEntries(parameters),
    body: exampleBody(document, operation),
    accept: acceptedTypes(operation)[0] ?? JSON_TYPE,
  };
}

export type Fault = { kind: 'path_missing'; name: string } | { kind: 'body_wrong' };

export function faultOf(operation: Operation, filled: Filled): Fault | null {
  const empty = operation.parameters.find(
    (parameter) => parameter.in === 'path' && !filled.parameters[parameterId(parameter)],
  );
  if (empty) return { kind: 'path_missing', name: empty.name };
  if (operation.body && !isJson(filled.body)) return { kind: 'body_wrong' };
  return null;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

interface Prepared {
  url: string;
  headers: readonly [string, string][];
}

/** Omits empty fields. An empty path parameter keeps its placeholder. */
function prepared(document: Document, operation: Operation, filled: Filled, origin: string): Prepared {
  const given = (place: Parameter['in']): readonly [string, string][] =>
    operation.parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter): [string, string] => [parameter.name, filled.parameters[parameterId(parameter)] ?? ''])
      .filter(([, value]) => value !== '');
  const path = given('path').reduce(
    (sum, [name, value]) => sum.replace(`{${name}}`, encodeURIComponent(value)),
    operation.path,
  );
  const query = new URLSearchParams(given('query').map(([name, value]) => [name, value])).toString();
  return {
    url: addressOf(document, path, origin) + (query ? `?${query}` : ''),
    headers: [
      ...(filled.accept === JSON_TYPE ? [] : [['Accept', filled.accept] as [string, string]]),
      ...contentType(operation),
      ...given('header'),
    ],
  };
}

function contentType(operation: Operation): readonly [string, string][] {
  if (!operation.body || formOf(operation)) return [];
  return [['Content-Type', binaryOf(operation) ?? JSON_TYPE]];
}

/** The option for the method; curl takes GET, or POST with a body, by itself. */
function methodOption({ method, body }: Operation): string {
  if (method === 'HEAD') return '--head ';
  return method === 'GET' || (method === 'POST' && body) ? '' : `--request ${method} `;
}

export function curlOf(document: Document, operation: Operation, filled: Filled, origin: string): string {
  const { url, headers } = prepared(document, operation, filled, origin);
  const lines = [
    `curl ${methodOption(operation)}${quoted(url)}`,
    ...(operation.secured ? [`--header "Authorization: Bearer ${KEY_PLACEHOLDER}"`] : []),
    ...headers.map(([name, value]) => `--header ${quoted(`${name}: ${value}`)}`),
    ...bodyOptions(document, operation, filled),
  ];
  return lines.join(' \\\n  ');
}

function bodyOptions(document: Document, operation: Operation, filled: Filled): readonly string[] {
  if (binaryOf(operation)) return ['--data-binary @part'];
  const form = formOf(operation);
  if (!form) return operation.body ? [`--data ${quoted(compact(filled.body))}`] : [];
  const example = exampleOf(document, form);
  return Object.entries(isRecord(example) ? example : {}).map(([name, value]) =>
    typeof value === 'string'
      ? `--form ${name}=@list.csv`
      : `--form ${quoted(`${name}=${JSON.stringify(value)}`)}`,
  );
}

/** Quotes a shell argument. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function compact(body: string): string {
  return isJson(body) ? JSON.stringify(JSON.parse(body)) : body;
}

export function requestOf(
  document: Document,
  operation: Operation,
  filled: Filled,
  { origin, key }: { origin: string; key: string },
): { url: string; init: RequestInit } {
  const { url, headers } = prepared(document, operation, filled, origin);
  return {
    url,
    init: {
      method: operation.method,
      headers: [
        ...headers,
        ...(operation.secured ? [['Authorization', `Bearer ${key}`] as [string, string]] : []),
      ],
      ...(operation.body ? { body: filled.body } : {}),
      // Do not send the console's session.
      credentials: 'omit',
    },
  };
}
