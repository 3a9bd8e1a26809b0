import { expect, it } from 'vitest';
import { z } from 'zod';
import { type ApiKey, api } from '../api.ts';
import type { Endpoint } from './endpoint.ts';

/** Texts that PostgreSQL cannot store, in lengths that other rules may require. */
const UNSTORABLE = [1, 2, 7, 8, 15, 16, 22, 36].map((length) => `${'a'.repeat(length - 1)}\u0000`);
/** Numbers above the largest value of an integer column. */
const TOO_LARGE = [2 ** 31, 9e15];
/** Names of texts that are compared or hashed, but never stored unchanged. */
const NEVER_STORED = /\b(?:password|\w+Password|code|ticket|token|pem|params\{\})$/;
/** Names of numbers in bigint columns and in documents, whose values the configuration rules check. */
const WIDE = /\b(?:projectId|sandboxId|projects|config|settings|ports|spanningTree|rules)\b/;

type Schema = z.core.$ZodType;

/** Returns `path: type` for every part of a schema that accepts a value that cannot be stored. */
function listUnstorable(schema: Schema, path: string): string[] {
  const { def } = schema as unknown as { def: Record<string, unknown> & { type: string } };
  const inner = (name: string): Schema => def[name] as Schema;
  switch (def.type) {
    case 'object':
      return Object.entries(def['shape'] as Record<string, Schema>).flatMap(([key, part]) =>
        listUnstorable(part, `${path}.${key}`),
      );
    case 'array':
      return listUnstorable(inner('element'), `${path}[]`);
    case 'record':
      return [
        ...listUnstorable(inner('keyType'), `${path}{}`),
        ...listUnstorable(inner('valueType'), `${path}{}`),
      ];
    case 'union':
      return (def['options'] as Schema[]).flatMap((option) => listUnstorable(option, path));
    case 'intersection':
      return [...listUnstorable(inner('left'), path), ...listUnstorable(inner('right'), path)];
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return listUnstorable(inner('innerType'), path);
    case 'string':
    case 'number':
    case 'pipe':
      return [
        ...(keepsUnstorable(schema) && !NEVER_STORED.test(path) ? [`${path}: text`] : []),
        ...(accepts(schema, TOO_LARGE) && !WIDE.test(path) ? [`${path}: number`] : []),
      ];
    default:
      return [];
  }
}

/** Returns true for a schema that accepts a text with U+0000 and does not remove the character. */
const keepsUnstorable = (schema: Schema): boolean =>
  UNSTORABLE.some((text) => JSON.stringify(z.safeParse(schema, text).data ?? '').includes('\\u0000'));

const accepts = (schema: Schema, values: readonly unknown[]): boolean =>
  values.some((value) => z.safeParse(schema, value).success);

it('refuses U+0000 in stored texts, and numbers above 2147483647 for integer columns, in every request', () => {
  const unstorable = (Object.keys(api) as ApiKey[]).flatMap((key) => {
    const { body, params, query }: Endpoint = api[key];
    return Object.entries({ body, params, query }).flatMap(([name, schema]) =>
      schema ? listUnstorable(schema, `${key} ${name}`) : [],
    );
  });
  expect(unstorable).toEqual([]);
});
