import { expect, it } from 'vitest';
import { z } from 'zod';
import { type ApiKey, api } from '../api.ts';
import type { Endpoint } from './endpoint.ts';
import { describeIssue } from './issue-sentence.ts';

/** Values of every type, below and above every limit. */
const WRONG: readonly unknown[] = [
  undefined,
  null,
  true,
  -1,
  0,
  1.5,
  7,
  2 ** 40,
  Number.NaN,
  '',
  ' ',
  'x',
  '€',
  '1',
  '\u0000',
  'x'.repeat(23),
  'x'.repeat(100_000),
  [],
  [1, 1],
  Array.from({ length: 3000 }, () => 'x'),
  {},
  { unknown: 1 },
  { mode: 'unknown' },
];
const SENTENCE = /^(?:[A-Z“0-9]|https?:)[^\n]*[.?]$/;
const PARSER_TEXT = /\bInvalid\b|expected|received|Unrecognized|pattern|discriminator|schema|must match|\/\^/;

type Schema = z.core.$ZodType;

/**
 * Lists a schema and all of its parts, except functions, which only receive values that the part before them
 * accepts.
 */
function listParts(schema: Schema, seen = new Set<Schema>()): Schema[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const { def } = schema as unknown as { def: Record<string, unknown> };
  if (def['type'] === 'transform') return [];
  const shape = Object.values((def['shape'] ?? {}) as Record<string, Schema>);
  const options = (def['options'] ?? []) as Schema[];
  const inner = ['element', 'keyType', 'valueType', 'innerType', 'left', 'right', 'in', 'out'].flatMap(
    (name) => (def[name] ? [def[name] as Schema] : []),
  );
  return [schema, ...[...shape, ...options, ...inner].flatMap((part) => listParts(part, seen))];
}

const listSentences = (schema: Schema): string[] =>
  WRONG.flatMap((value) => {
    const parsed = z.safeParse(schema, value, { error: describeIssue });
    return parsed.success ? [] : parsed.error.issues.map(({ message }) => message);
  });

it('rejects every wrong value of every request with a sentence without parser terms', () => {
  const seen = new Set<Schema>();
  const wrong = new Set<string>();
  for (const key of Object.keys(api) as ApiKey[]) {
    const { body, params, query }: Endpoint = api[key];
    for (const schema of [body, params, query].flatMap((part) => (part ? listParts(part, seen) : [])))
      for (const sentence of listSentences(schema))
        if (!SENTENCE.test(sentence) || PARSER_TEXT.test(sentence)) wrong.add(`${key}: ${sentence}`);
  }
  expect([...wrong]).toEqual([]);
});
