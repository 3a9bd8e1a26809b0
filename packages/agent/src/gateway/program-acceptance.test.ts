import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CommandFailed, runProgram } from '../system/run.ts';
import { validGatewayConfig } from '../testing/configurations.ts';
import { renderGateway } from './render.ts';

/** Returns the reason why the program cannot run here; undefined when it can. */
async function unavailability(...argv: [string, ...string[]]): Promise<string | undefined> {
  try {
    await runProgram(argv);
    return undefined;
  } catch (error) {
    if (error instanceof CommandFailed) return error.message;
    throw error;
  }
}

const refusals = [
  await unavailability('unshare', '-n', 'nft', 'list', 'tables'),
  await unavailability('dnsmasq', '--version'),
].filter((reason) => reason !== undefined);
if (refusals.length > 0) process.stderr.write(`skipped, the programs cannot run: ${refusals.join(' ')}\n`);

async function expectAccepted(runs: number): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'nl-accepted-'));
  const file = (name: string): string => join(directory, name);
  const ports = {
    wan: ['wan0'],
    lan: ['lan1', 'lan2', 'lan3'],
    leaseFile: file('leases'),
    hostsDir: directory,
    resolvFile: () => file('resolv.conf'),
    tagging: true,
  };
  let served = 0;
  try {
    await fc.assert(
      fc.asyncProperty(validGatewayConfig, async (config) => {
        const { dnsmasq, nft } = renderGateway(config, ports);
        await writeFile(file('nft.json'), JSON.stringify(nft));
        await runProgram(['unshare', '-n', 'nft', '-c', '-j', '-f', file('nft.json')]);
        if (dnsmasq === undefined) return;
        served++;
        await writeFile(file('dnsmasq.conf'), dnsmasq);
        await runProgram(['dnsmasq', '--test', `--conf-file=${file('dnsmasq.conf')}`]);
      }),
      { numRuns: runs },
    );
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
  // Requires DHCP in a third of the configurations only from 200 runs on. With fewer runs, the share depends
  // on chance.
  expect(served).toBeGreaterThan(runs >= 200 ? runs / 3 : 0);
}

test.skipIf(refusals.length > 0)('nftables and dnsmasq accept 20 valid configurations', () =>
  expectAccepted(20),
);

test.skipIf(refusals.length > 0)(
  'nftables and dnsmasq accept every valid configuration',
  { tags: ['proof'], timeout: 120_000 },
  () => expectAccepted(200),
);
