import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { describeIssue } from './issue-sentence.ts';

const firstSentence = (schema: z.ZodType, value: unknown): string | undefined =>
  schema.safeParse(value, { error: describeIssue }).error?.issues[0]?.message;

test.each<[what: string, schema: z.ZodType, value: unknown, sentence: string]>([
  ['a missing value', z.object({ a: z.string() }), {}, 'A value is required.'],
  ['a number for a text', z.string(), 1, 'Enter a text.'],
  ['a fraction', z.int(), 1.5, 'Enter a whole number.'],
  ['a text for a number', z.number(), 'x', 'Enter a number.'],
  ['not a number', z.number(), Number.NaN, 'Enter a number.'],
  ['null', z.boolean(), null, 'Enter true or false.'],
  ['a list for an object', z.object({}), [], 'Enter an object.'],
  ['an object for a list', z.array(z.string()), {}, 'Enter a list.'],
  ['an empty text', z.string().min(1), '', 'Enter at least 1 character.'],
  ['a text too long', z.string().max(3), 'abcd', 'Enter at most 3 characters.'],
  ['a text of another length', z.string().length(6), 'abcd', 'Enter exactly 6 characters.'],
  ['an empty list', z.array(z.string()).min(1), [], 'Enter at least 1 entry.'],
  ['a list too long', z.array(z.number()).max(1), [1, 2], 'Enter at most 1 entry.'],
  ['a number too small', z.number().min(7), 6, 'Enter 7 or more.'],
  ['a number at an open limit', z.number().positive(), 0, 'Enter more than 0.'],
  ['a number too large', z.number().max(7), 8, 'Enter 7 or less.'],
  ['a number that is no multiple', z.number().multipleOf(5), 6, 'Enter a multiple of 5.'],
  ['a value of no choice', z.enum(['a', 'b']), 'c', 'Enter one of: a, b.'],
  ['another constant', z.literal('a'), 'b', 'Enter a.'],
  ['a union of constants', z.union([z.literal(7), z.literal(30)]), 8, 'Enter one of: 7, 30.'],
  ['a union of forms', z.union([z.string(), z.object({})]), 8, 'Enter one of the allowed values.'],
  [
    'a text without the form',
    z.string().regex(/^[a-f]{22}$/),
    'x',
    'The value does not have the required form.',
  ],
  ['no e-mail address', z.email(), 'x', 'Enter an e-mail address.'],
  ['an unknown key', z.strictObject({}), { extra: 1 }, 'Remove the unknown fields: “extra”.'],
])('returns a sentence for %s', (_, schema, value, sentence) => {
  expect(firstSentence(schema, value)).toBe(sentence);
});

describe('precedence of error sentences', () => {
  it('keeps the sentence of the schema', () => {
    expect(firstSentence(z.string().min(1, 'Enter a name.'), '')).toBe('Enter a name.');
  });

  it('keeps the sentence of a refinement', () => {
    expect(
      firstSentence(
        z.number().refine(() => false, 'Enter a prime.'),
        4,
      ),
    ).toBe('Enter a prime.');
  });
});
