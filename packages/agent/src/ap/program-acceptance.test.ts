import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CommandFailed, runProgram } from '../system/run.ts';
import { createWirelessConfig, createApMachine, validWlan } from '../testing/wireless.ts';
import { renderApLimits, renderApNft } from './ap-nft.ts';
import { formatChannelLines } from '../radio/hostapd-lines.ts';
import { renderNatDhcp } from './nat-networks.ts';
import { renderAp } from './render.ts';

/**
 * Returns the output of hostapd for a file until it has parsed or rejected the file. hostapd has no option to
 * check a file, and it continues without a radio.
 */
async function captureOutput(file: string): Promise<string> {
  const child = spawn('/usr/sbin/hostapd', [file], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'exit');
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      if (text.includes('UNINITIALIZED->')) child.kill('SIGTERM');
    });
  await ended;
  return text;
}

const unavailable = [
  await runProgram(['hostapd', '-h']).catch((error: CommandFailed) => error.output + error.message),
  await runProgram(['unshare', '-n', 'nft', 'list', 'tables']).catch((error: CommandFailed) => error.message),
].filter((text) => /ENOENT|not found|not permitted/.test(text));
if (unavailable.length > 0)
  process.stderr.write(`skipped, the programs cannot run: ${unavailable.join(' ')}\n`);

async function expectAccepted(runs: number): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'nl-air-'));
  const file = (name: string): string => join(directory, name);
  await writeFile(file('denied'), '02:00:00:00:00:99\n');
  const machine = createApMachine({ controlDir: file('ctl'), denyFile: file('denied') });
  let files = 0;
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(validWlan, { selector: ({ name }) => name, minLength: 1, maxLength: 4 }),
        async (wlans) => {
          const artefacts = renderAp(createWirelessConfig(wlans), machine);
          const [bss] = artefacts.bsses;
          if (!bss) return;
          files++;
          const channel = formatChannelLines(
            bss.radio === 'radio0'
              ? { channel: 6, widthMhz: 40, second: 1 }
              : { channel: 36, widthMhz: 80, second: 1, centre: 42 },
            { country: 'DE', vht: true },
          );
          // Replaces the radio and the bridge, which do not exist here; hostapd parses and checks all other
          // lines.
          const lines = [...channel, ...bss.lines].map((line) =>
            line === 'driver=nl80211' ? 'driver=none' : line,
          );
          await writeFile(
            file('bss.conf'),
            `${lines.filter((line) => !line.startsWith('bridge=')).join('\n')}\n`,
          );
          const text = await captureOutput(file('bss.conf'));
          expect(text).not.toMatch(/errors? found in configuration|Line \d+|Failed to set up interface with/);
          await writeFile(
            file('nft.json'),
            JSON.stringify({
              nftables: [...renderApNft(artefacts).nftables, ...renderApLimits(artefacts.bsses).nftables],
            }),
          );
          await runProgram(['unshare', '-n', 'nft', '-c', '-j', '-f', file('nft.json')]);
        },
      ),
      { numRuns: runs },
    );
    const own = renderNatDhcp([{ bridge: 'nlnat0', base: '172.30.0' }], {
      hostsDir: directory,
      leaseFile: file('leases'),
      resolvFile: file('resolv.conf'),
    });
    await writeFile(file('dnsmasq.conf'), own ?? '');
    await runProgram(['dnsmasq', '--test', `--conf-file=${file('dnsmasq.conf')}`]);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
  expect(files).toBe(runs);
}

// Skips the tests if the programs cannot run. With `NORTHLIGHT_TEST_ALL`, the tests run and fail instead.
const isSkipped = unavailable.length > 0 && !process.env['NORTHLIGHT_TEST_ALL'];

test.skipIf(isSkipped)('hostapd, nftables and dnsmasq accept 10 valid configurations', () =>
  expectAccepted(10),
);

test.skipIf(isSkipped)(
  'hostapd, nftables and dnsmasq accept every valid configuration',
  { tags: ['proof'], timeout: 180_000 },
  () => expectAccepted(100),
);
