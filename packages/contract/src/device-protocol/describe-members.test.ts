import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DESCRIBED_MESSAGES, describeMembers } from './describe-members.ts';
import { MESSAGE_EXAMPLES } from './message-examples.ts';

const PAGE = new URL('../../../../docs/device-protocol-members.md', import.meta.url);

/** Returns the page without the alignment of its tables and the lines of its examples. */
const compact = (page: string): string => page.replaceAll(/\s+/g, '').replaceAll(/-{3,}/g, '---');

test('the committed page lists the members of the schemas (if not, run npm run device-protocol)', () => {
  expect(compact(describeMembers())).toBe(compact(readFileSync(PAGE, 'utf8')));
});

test.each(DESCRIBED_MESSAGES)('the example of $name is valid', ({ name, schema }) => {
  expect(schema.parse(MESSAGE_EXAMPLES[name])).toMatchObject(MESSAGE_EXAMPLES[name]);
});
