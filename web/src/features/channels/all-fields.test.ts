/** Whatever a channel can be configured with can be edited in the form and is documented. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isRecord } from '@/lib/records';
import type { ChannelConfig } from './config';
import { draftOf } from './draft';

const WEB = new URL('../../../', import.meta.url);
const DESCRIPTION: unknown = JSON.parse(readFileSync(new URL('openapi.json', WEB), 'utf8'));
const DOCS = readFileSync(new URL('../docs/connector.md', WEB), 'utf8');

function at(thing: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), thing);
}

/** The paths of all values in a schema, without the positions in lists. */
function fieldsOf(schema: unknown, path: string, above: readonly string[] = []): string[] {
  const reference = at(schema, '$ref');
  if (typeof reference === 'string') {
    const name = reference.split('/').at(-1) ?? '';
    return above.includes(name)
      ? []
      : fieldsOf(at(DESCRIPTION, 'components', 'schemas', name), path, [...above, name]);
  }
  const kinds = ['oneOf', 'anyOf', 'allOf'].flatMap((word) => {
    const inner = at(schema, word);
    return Array.isArray(inner) ? inner : [];
  });
  const properties = at(schema, 'properties');
  const items = at(schema, 'items');
  const found = [
    ...kinds.flatMap((kind) => fieldsOf(kind, path, above)),
    ...(isRecord(properties)
      ? Object.entries(properties).flatMap(([name, value]) =>
          fieldsOf(value, path ? `${path}.${name}` : name, above),
        )
      : []),
    ...(items === undefined ? [] : fieldsOf(items, path, above)),
  ];
  return found.length > 0 || at(schema, 'type') === 'null' ? found : [path];
}

/** The paths of all form values. */
function draftFields(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.length > 0 ? value.flatMap((one) => draftFields(one, path)) : [path];
  if (!isRecord(value)) return [path];
  return Object.entries(value).flatMap(([name, inner]) =>
    draftFields(inner, path ? `${path}.${name}` : name),
  );
}

/** Lists are not empty, so that the fields of their items are seen. */
const CHANNEL: ChannelConfig = {
  name: 'all',
  also: [{ items: '$', match: { key: '$', by: 'e164' }, status: 'x' }],
  map: [{ to: 'status', path: '$', cases: [{ is: 'x' }] }],
  classify: [{ action: 'ok' }],
};

const FIELDS = [...new Set(fieldsOf(at(DESCRIPTION, 'components', 'schemas', 'ChannelConfig'), ''))].filter(
  // What a preset remembers is not edited.
  (field) => !field.startsWith('preset'),
);

it('reads the description', () => {
  expect(FIELDS.length).toBeGreaterThan(100);
  expect(FIELDS).toEqual(
    expect.arrayContaining(['poll.fetch.path', 'map.cases.at_least', 'auth.private_key']),
  );
});

it('every field can be edited in the form', () => {
  const edited = draftFields(draftOf(CHANNEL));
  const missing = FIELDS.filter(
    (field) => !edited.some((one) => one === field || one.startsWith(`${field}.`)),
  );
  expect(missing).toEqual([]);
});

it('every field is documented', () => {
  const missing = FIELDS.filter((field) => {
    const name = field.split('.').at(-1) ?? '';
    return !new RegExp(`\\b${name}\\b`).test(DOCS);
  });
  expect(missing).toEqual([]);
});
