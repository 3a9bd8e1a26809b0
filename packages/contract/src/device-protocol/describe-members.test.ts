import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DESCRIBED_MESSAGES, describeMembers } from './describe-members.ts';
import { compactPage } from '../testing/compact-page.ts';
import { MESSAGE_EXAMPLES } from './message-examples.ts';

const PAGE = new URL('../../../../docs/device-protocol-members.md', import.meta.url);

test('the committed page lists the members of the schemas (if not, run npm run pages)', () => {
  expect(compactPage(describeMembers())).toBe(compactPage(readFileSync(PAGE, 'utf8')));
});

test('the committed file has the examples as JSON, for programs (if not, run npm run pages)', () => {
  const file = new URL('../../device-messages.json', import.meta.url);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(MESSAGE_EXAMPLES);
});

test.each(DESCRIBED_MESSAGES)('the example of $name is valid', ({ name, schema }) => {
  expect(schema.parse(MESSAGE_EXAMPLES[name])).toMatchObject(MESSAGE_EXAMPLES[name]);
});
