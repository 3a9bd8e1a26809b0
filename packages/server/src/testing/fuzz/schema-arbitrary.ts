import * as fc from 'fast-check';

/** The parts of a JSON Schema (draft 2020-12) that the contract's schemas use. */
export interface JsonSchema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly $ref?: string;
}

const MAX_ITEMS = 3;
const MAX_TEXT = 40;

/**
 * Returns arbitrary values that match a schema. `known` replaces the values of properties by name, so that
 * ids exist.
 */
export function buildArbitrary(
  schema: JsonSchema,
  known: Readonly<Record<string, fc.Arbitrary<unknown>>>,
): fc.Arbitrary<unknown> {
  const build = (part: JsonSchema): fc.Arbitrary<unknown> => buildArbitrary(part, known);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map(build));
  if (schema.allOf) return mergeAll(schema.allOf.map(build));
  switch (schema.type) {
    case 'object':
      return buildObject(schema, known);
    case 'array':
      return fc.array(build(schema.items ?? {}), {
        minLength: Math.min(schema.minItems ?? 0, MAX_ITEMS),
        maxLength: Math.min(schema.maxItems ?? MAX_ITEMS, MAX_ITEMS),
      });
    case 'string':
      return buildText(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -10, max: Math.min(schema.maximum ?? 5_000, 2 ** 31 - 1) });
    case 'number':
      return fc.double({ min: schema.minimum ?? -10, max: schema.maximum ?? 5_000, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case undefined:
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function buildObject(
  { properties = {}, required = [] }: JsonSchema,
  known: Readonly<Record<string, fc.Arbitrary<unknown>>>,
): fc.Arbitrary<unknown> {
  const values = Object.entries(properties).map(
    ([name, part]) => [name, known[name] ?? buildArbitrary(part, known)] as const,
  );
  const requiredKeys = values.map(([name]) => name).filter((name) => required.includes(name));
  return fc.record(Object.fromEntries(values), { requiredKeys, noNullPrototype: true });
}

function buildText({
  format,
  maxLength = MAX_TEXT,
  minLength = 0,
  pattern,
}: JsonSchema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern), { size: 'small' });
  return fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, MAX_TEXT)) });
}

const mergeAll = (parts: readonly fc.Arbitrary<unknown>[]): fc.Arbitrary<unknown> =>
  fc.tuple(...parts).map((values): unknown => Object.assign({}, ...values));
