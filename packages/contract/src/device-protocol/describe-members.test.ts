import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeMembers } from './describe-members.ts';

const PAGE = new URL('../../../../docs/device-protocol-members.md', import.meta.url);

/** Returns the page without the alignment of its tables. */
const compact = (page: string): string => page.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');

test('the committed page lists the members of the schemas (if not, run npm run device-protocol)', () => {
  expect(compact(describeMembers())).toBe(compact(readFileSync(PAGE, 'utf8')));
});
