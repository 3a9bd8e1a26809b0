import { z } from 'zod';
import * as contract from '../index.ts';
import * as protocol from '../device-protocol/index.ts';

export type Json = Record<string, unknown>;
type Direction = 'input' | 'output';

const LOCAL = '#/$defs/';
const SHARED = '#/components/schemas/';
/** Kinds of schemas that become components; texts and numbers are written where they are used. */
const NAMED_KINDS: ReadonlySet<string> = new Set(['object', 'union', 'enum', 'array', 'record']);

/** Returns the name of a schema: the name of its export with a capital letter. */
class ExportNames extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  readonly #names = new Map<z.core.$ZodType, string>();

  constructor(modules: readonly object[]) {
    super();
    for (const module of modules)
      for (const [name, value] of Object.entries(module))
        if (value instanceof z.ZodType && NAMED_KINDS.has(value.def.type) && !this.#names.has(value))
          this.#names.set(value, `${name.charAt(0).toUpperCase()}${name.slice(1)}`);
  }

  override get<S extends z.core.$ZodType>(schema: S): z.core.$replace<z.core.GlobalMeta, S> | undefined {
    const id = this.#names.get(schema);
    const meta = z.globalRegistry.get(schema);
    return id === undefined ? meta : { ...meta, id };
  }
}

const names = new ExportNames([contract, protocol]);

/**
 * Collects the schemas of a document. Exported schemas become components, all others are written where they
 * are used. A component whose request form differs from its response form has a second form with the suffix
 * `Input`.
 */
export class Components {
  readonly #found: Readonly<Record<Direction, Map<string, Json>>> = { input: new Map(), output: new Map() };

  /** Returns the JSON Schema; its references are final only after `finish`. */
  describe(schema: z.ZodType, io: Direction): Json {
    const {
      $schema: _dialect,
      $defs,
      ...described
    } = z.toJSONSchema(schema, {
      io,
      metadata: names,
      unrepresentable: 'any',
      target: 'draft-2020-12',
      override: simplify,
    }) as Json;
    for (const [name, found] of Object.entries(($defs ?? {}) as Record<string, Json>))
      this.#found[io].set(name, found);
    return io === 'input' ? (mapReferences(described, (name) => `${LOCAL}${name}Input`) as Json) : described;
  }

  /** Returns the document with its final references and the components by name. */
  finish(document: Json): Json {
    const { input, output } = this.#found;
    const differs = (name: string): boolean =>
      output.has(name) && input.has(name) && this.#expand(name, 'input') !== this.#expand(name, 'output');
    const toInputName = (name: string) => (differs(name) ? `${name}Input` : name);
    const schemas: Record<string, unknown> = {};
    for (const [name, schema] of output) schemas[name] = mapReferences(schema, (other) => SHARED + other);
    for (const [name, schema] of input)
      schemas[toInputName(name)] ??= mapReferences(schema, (other) => SHARED + toInputName(other));
    const sorted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
    const paths = mapReferences(
      document,
      (name) => SHARED + (name.endsWith('Input') ? toInputName(name.slice(0, -'Input'.length)) : name),
    ) as Json;
    return { ...paths, components: { ...(document['components'] as Json), schemas: sorted } };
  }

  /**
   * Returns a component as text in which every reference is replaced by its schema, to compare the request
   * form with the response form.
   */
  #expand(name: string, io: Direction): string {
    const schema = this.#found[io].get(name);
    return JSON.stringify(schema, (_key, value: unknown) => {
      const other = findLocalName(value);
      return other === undefined ? value : this.#expand(other, io);
    });
  }
}

function findLocalName(value: unknown): string | undefined {
  const reference = (value as { $ref?: unknown } | null | undefined)?.$ref;
  return typeof reference === 'string' && reference.startsWith(LOCAL)
    ? reference.slice(LOCAL.length)
    : undefined;
}

function mapReferences(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((member) => mapReferences(member, rename));
  if (typeof value !== 'object' || value === null) return value;
  const name = findLocalName(value);
  const entries = Object.entries(value).map(([key, member]) => [key, mapReferences(member, rename)]);
  return { ...Object.fromEntries(entries), ...(name !== undefined && { $ref: rename(name) }) } as Json;
}

/**
 * Removes facts that do not help readers: the bounds of safe integers, and that objects have no further
 * fields, because responses may gain fields later.
 */
function simplify({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}) {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (zodSchema._zod.def.type === 'object' && !zodSchema._zod.def.catchall)
    delete jsonSchema.additionalProperties;
  // The library leaves out the default of a number that is read from a text.
  const { def } = zodSchema._zod;
  if (def.type === 'default' && typeof def.defaultValue === 'number') jsonSchema.default ??= def.defaultValue;
}
