import { expect, test } from 'vitest';
import { listMissingPrograms } from './programs.ts';
import { tryDrafts } from './try-drafts.ts';

const missing = await listMissingPrograms();
if (missing.length > 0) process.stderr.write(`skipped, programs are missing: ${missing.join(', ')}\n`);

async function expectAccepted(count: number): Promise<void> {
  const { accepted, refusals, tried } = await tryDrafts(count, 7);
  expect(refusals).toEqual([]);
  expect(accepted).toBe(count);
  // Checks that the drafts test the rules: the contract must have refused more than one draft for every four
  // that it accepted.
  expect(tried).toBeGreaterThan(1.25 * count);
}

// Skips the tests if one of the programs is missing on this machine. With NORTHLIGHT_TEST_ALL, the tests run
// and fail instead.
const isSkipped = missing.length > 0 && !process.env['NORTHLIGHT_TEST_ALL'];

test.skipIf(isSkipped)('dnsmasq, nftables and hostapd accept 5 drafts that the contract accepts', () =>
  expectAccepted(5),
);

test.skipIf(isSkipped)(
  'dnsmasq, nftables and hostapd accept 200 drafts that the contract accepts',
  { tags: ['proof'] },
  () => expectAccepted(200),
);
