import { expect, test } from 'vitest';
import { missingPrograms } from './programs.ts';
import { tryDrafts } from './try-drafts.ts';

const missing = await missingPrograms();
if (missing.length > 0)
  process.stderr.write(`skipped, the programs cannot be asked: ${missing.join(', ')}\n`);

// Where nothing may be missing, the test runs and fails.
test.skipIf(missing.length > 0 && !process.env['NORTHLIGHT_TEST_ALL'])(
  'what the contract accepts, dnsmasq, nftables and hostapd accept',
  async () => {
    const { accepted, refusals, tried } = await tryDrafts(200, 7);
    expect(refusals).toEqual([]);
    expect(accepted).toBe(200);
    // The drafts are no walk in the park either.
    expect(tried).toBeGreaterThan(250);
  },
);
