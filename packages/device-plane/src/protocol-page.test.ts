import { formatCanonicalJson, hashSha256Hex } from '@northlight/runtime';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const PAGE = new URL('../../../docs/device-protocol.md', import.meta.url);

test('the canonical document on the protocol page has the hash that the page gives', () => {
  const [, document = '', hash] =
    /For example, `(.*?)` has the hash `([0-9a-f]{64})`/.exec(readFileSync(PAGE, 'utf8')) ?? [];
  expect(formatCanonicalJson(JSON.parse(document))).toBe(document);
  expect(hashSha256Hex(document)).toBe(hash);
});
