import { expect, test } from 'vitest';
import { api } from '../../api.ts';
import type { Endpoint } from '../../kit/endpoint.ts';
import { EXAMPLES } from './index.ts';

const open = Object.entries<Endpoint>(api).filter(([, { access }]) => access.includes('openapi'));

test('has examples for the operations of the document only', () => {
  expect(Object.keys(EXAMPLES).filter((key) => !open.some(([name]) => name === key))).toEqual([]);
});

test.each(open)('the example of %s is valid', (key, { body, response, download }) => {
  const example = EXAMPLES[key] ?? {};
  expect(example.body !== undefined, 'an example of the body').toBe(body !== undefined);
  expect(example.answer !== undefined, 'an example of the answer').toBe(!download);
  if (body) expect(body.safeParse(example.body).error?.issues).toBeUndefined();
  if (!download) expect(response.parse(example.answer)).toEqual(example.answer);
});
