/** Converts schemas to table rows and examples. */
import { type Document, type Example, followed, type MediaType, type Schema } from './openapi';

export interface Row {
  /** Dots separate levels. `[]` is any list item, `{}` any map value. */
  name: string;
  depth: number;
  type: string;
  required: boolean;
  description: string;
  /** Allowed values and limits, formatted as code. */
  rules: readonly string[];
}

const DEEPEST = 5;

/** Resolves references and merges `allOf`. */
function whole(document: Document, schema: Schema): Schema {
  const { $ref, ...own } = schema;
  const base = $ref === undefined ? own : { ...followed<Schema>(document, { $ref }), ...own };
  if (!base.allOf) return base;
  const { allOf, ...rest } = base;
  return allOf.reduce<Schema>((sum, part) => merged(sum, whole(document, part)), rest);
}

function merged(a: Schema, b: Schema): Schema {
  return {
    ...b,
    ...a,
    ...(a.properties || b.properties ? { properties: { ...b.properties, ...a.properties } } : {}),
    required: [...(a.required ?? []), ...(b.required ?? [])],
  };
}

/** The alternatives of a schema without `null`, and whether `null` is allowed. */
function choicesOf(document: Document, schema: Schema): { choices: readonly Schema[]; nullable: boolean } {
  const full = whole(document, schema);
  const alternatives = full.oneOf ?? full.anyOf;
  if (alternatives) {
    const all = alternatives.map((one) => ({ given: one, full: whole(document, one) }));
    return {
      choices: all.filter((one) => one.full.type !== 'null').map((one) => one.given),
      nullable: all.some((one) => one.full.type === 'null'),
    };
  }
  const types = typesOf(full);
  return { choices: [schema], nullable: types.includes('null') };
}

function typesOf({ type }: Schema): readonly string[] {
  if (type === undefined) return [];
  return typeof type === 'string' ? [type] : type;
}

function nameOf({ $ref }: Schema): string | null {
  return $ref?.split('/').at(-1) ?? null;
}

export function typeText(document: Document, schema: Schema): string {
  const { choices, nullable } = choicesOf(document, schema);
  const names = choices.map((choice) => plainType(document, choice)).filter(Boolean);
  return [...new Set(names), ...(nullable ? ['null'] : [])].join(' | ') || 'any';
}

function plainType(document: Document, schema: Schema): string {
  const full = whole(document, schema);
  const type = typesOf(full).find((name) => name !== 'null');
  if (type === 'array') {
    const item = full.items ? typeText(document, full.items) : 'any';
    return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
  }
  const entries = full.additionalProperties;
  if (!full.properties && typeof entries === 'object') return `map<string, ${typeText(document, entries)}>`;
  if (type === 'object' || full.properties) return nameOf(schema) ?? full.title ?? 'object';
  if (full.oneOf || full.anyOf) return typeText(document, full);
  if (type === 'string' && full.format) return `string (${full.format})`;
  return type ?? (full.enum ? 'string' : '');
}

/** All fields of a schema, nested ones after their parent. */
export function rowsOf(document: Document, schema: Schema): readonly Row[] {
  return fieldsBelow(document, schema, '', 0, []);
}

function fieldsBelow(
  document: Document,
  schema: Schema,
  prefix: string,
  depth: number,
  above: readonly Schema[],
): readonly Row[] {
  if (depth > DEEPEST) return [];
  return choicesOf(document, schema).choices.flatMap((choice) => {
    const full = whole(document, choice);
    // A recursive schema is expanded once.
    const inside = choice.$ref === undefined ? above : [...above, choice];
    if (choice.$ref !== undefined && above.some(({ $ref }) => $ref === choice.$ref)) return [];
    if (full.items) return fieldsBelow(document, full.items, `${prefix}[]`, depth, inside);
    const entries = full.additionalProperties;
    const ofEntries =
      typeof entries === 'object'
        ? fieldsBelow(document, entries, prefix ? `${prefix}.{}` : '{}', depth, inside)
        : [];
    const ofFields = Object.entries(full.properties ?? {}).flatMap(([name, field]) => {
      const path = prefix ? `${prefix}.${name}` : name;
      return [
        rowOf(document, path, depth, field, full.required?.includes(name) ?? false),
        ...fieldsBelow(document, field, path, depth + 1, inside),
      ];
    });
    return [...ofFields, ...ofEntries];
  });
}

function rowOf(document: Document, name: string, depth: number, field: Schema, required: boolean): Row {
  const full = whole(document, field);
  return {
    name,
    depth,
    type: typeText(document, field),
    required,
    description: full.description ?? '',
    rules: rulesOf(document, field),
  };
}

export function rulesOf(document: Document, schema: Schema): readonly string[] {
  return choicesOf(document, schema).choices.flatMap((choice) => {
    const full = whole(document, choice);
    const values = full.enum ?? (full.const === undefined ? [] : [full.const]);
    return [
      ...values.map((value) => JSON.stringify(value)),
      ...bounds(full.minimum, full.maximum, ''),
      ...bounds(full.minLength, full.maxLength, 'length '),
      ...bounds(full.minItems, full.maxItems, 'items '),
      ...(full.default === undefined || full.default === null
        ? []
        : [`default ${JSON.stringify(full.default)}`]),
    ];
  });
}

function bounds(least: number | undefined, most: number | undefined, what: string): readonly string[] {
  if (least === undefined && most === undefined) return [];
  if (least === undefined) return [`${what}≤ ${most}`];
  return [most === undefined ? `${what}≥ ${least}` : `${what}${least}–${most}`];
}

/** The document's example, or one generated from the schema. */
export function exampleOf(document: Document, { schema, example, examples }: MediaType): unknown {
  if (example !== undefined) return example;
  const [first] = Object.values(examples ?? {});
  const value = first && followed<Example>(document, first).value;
  if (value !== undefined) return value;
  return schema ? madeExample(document, schema, 0) : undefined;
}

const BY_FORMAT: Readonly<Record<string, string>> = {
  'date-time': '2026-11-16T08:00:00Z',
  date: '2026-11-16',
  uri: 'https://example.com',
  uuid: '3f0c2f7e-6a3b-4f5e-9a51-2f2f6d5a8c11',
};

function madeExample(document: Document, schema: Schema, depth: number): unknown {
  const full = whole(document, schema);
  const given = full.example ?? full.examples?.[0] ?? full.const ?? full.default ?? full.enum?.[0];
  if (given !== undefined) return given;
  if (depth > DEEPEST) return null;
  const { choices, nullable } = choicesOf(document, schema);
  if (choices[0] !== schema) return choices[0] ? madeExample(document, choices[0], depth + 1) : null;
  if (full.properties) {
    return Object.fromEntries(
      Object.entries(full.properties).map(([name, field]) => [name, madeExample(document, field, depth + 1)]),
    );
  }
  const type = typesOf(full).find((name) => name !== 'null');
  if (type === 'array') return full.items ? [madeExample(document, full.items, depth + 1)] : [];
  if (type === 'object') return {};
  if (type === 'integer' || type === 'number') return nullable ? null : (full.minimum ?? 0);
  if (type === 'boolean') return false;
  if (type === 'string') return nullable ? null : (BY_FORMAT[full.format ?? ''] ?? 'string');
  return null;
}
