import { describe, expect, test } from 'vitest';
import { drawRandomInt, SystemEntropy } from '@northlight/runtime';
import { createProject, TestBrowser } from '@northlight/server/testing';
import { waitUntilHealthy, listProcesses, type Product, startProduct } from './running-product.ts';

const WRITERS = 4;
const WRITES_EACH = 50;
const LONGEST_WAIT_MS = 900;

interface Writer {
  readonly browser: TestBrowser;
  readonly projectId: number;
  version: number;
}

async function signIn(product: Product): Promise<TestBrowser> {
  const [, account = '', password = ''] =
    /Administrator: (\S+), one-time password (\S+)/.exec(product.output()) ?? [];
  const browser = new TestBrowser(product.address);
  await browser.call('signIn', { body: { account, password } });
  return browser;
}

/** Applies one configuration after the other, and stores the last acknowledged version. */
async function write(writer: Writer): Promise<number> {
  let acknowledged = 0;
  for (let count = 0; count < WRITES_EACH; count++) {
    const next = writer.version + 1;
    const config = {
      vlans: [{ id: 10 + (next % 4000), name: `V${next}`, ip: '10.0.0.1', prefix: 24, ports: [] }],
      dhcpPools: [],
    };
    const params = { projectId: writer.projectId };
    try {
      await writer.browser.call('networkConfigApply', {
        params,
        body: { baseVersion: writer.version, config },
      });
    } catch {
      return acknowledged;
    }
    writer.version = next;
    acknowledged++;
  }
  return acknowledged;
}

describe.each([
  { rounds: 3, tags: [] },
  { rounds: 20, tags: ['proof'] },
])('$rounds kills', ({ rounds, tags }) => {
  test(
    'lose no acknowledged write, and the server restarts automatically',
    { tags, timeout: 300_000 },
    async () => {
      const product = await startProduct();
      const entropy = new SystemEntropy();
      const browser = await signIn(product);
      const writers: Writer[] = [];
      for (let count = 0; count < WRITERS; count++)
        writers.push({ browser, projectId: (await createProject(browser)).id, version: 0 });
      let acknowledged = 0;
      let slowest = 0;
      for (let round = 0; round < rounds; round++) {
        const before = product.serverPid();
        const writing = Promise.all(writers.map(write));
        await new Promise((resolve) => setTimeout(resolve, drawRandomInt(entropy, 50, LONGEST_WAIT_MS)));
        process.kill(before ?? 0, 'SIGKILL');
        acknowledged += (await writing).reduce((sum, count) => sum + count, 0);
        slowest = Math.max(slowest, await waitUntilHealthy(product.address));
        expect(product.serverPid()).not.toBe(before);
        for (const writer of writers) {
          const { version, config } = await browser.call('networkConfigGet', {
            params: { projectId: writer.projectId },
          });
          // The last write may be stored or not, because it was interrupted; an acknowledged write must be
          // stored completely.
          expect(version).toBeGreaterThanOrEqual(writer.version);
          expect(version).toBeLessThanOrEqual(writer.version + 1);
          if (version > 0) expect(config.vlans).toMatchObject([{ name: `V${version}` }]);
          writer.version = version;
        }
      }
      console.log(
        `${rounds} kills, ${acknowledged} acknowledged writes, 0 lost, back within ${(slowest / 1000).toFixed(1)} s`,
      );
      expect(acknowledged).toBeGreaterThan(rounds);
      await product.stop('SIGTERM');
      expect(listProcesses(product.dataDirectory)).toEqual([]);
      await product[Symbol.asyncDispose]();
    },
  );
});
