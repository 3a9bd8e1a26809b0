/** Kills the agent of a real gateway in network namespaces (root, Debian) during restorations, and compares what it runs. */
import { setTimeout as wait } from 'node:timers/promises';
import type { NetworkConfig } from '@northlight/contract';
import { startEmbeddedPostgres } from '@northlight/server';
import { createClusterDirectory, findFastDirectory, pollUntil } from '@northlight/server/testing';
import { manageSite, type ManagedSite } from '../packages/lab/src/testing/console.ts';
import { createPool, createVlan } from '../packages/lab/src/testing/site-configurations.ts';
import type { Figure } from './figure.ts';

const PREFIX = 'nlkill-';
const ROUNDS = 100;
/** Longest time (ms) after the request at which the agent is killed: a restoration takes less. */
const KILL_WITHIN_MS = 3_000;
const SETTLE_MS = 180_000;

const A: NetworkConfig = {
  vlans: [createVlan(10, { ports: ['lan2'] }), createVlan(40, { taggedPorts: ['lan2'] })],
  dhcpPools: [createPool(10), createPool(40)],
  portMappings: [
    {
      name: 'web',
      protocol: 'tcp',
      internalIp: '192.168.40.50',
      externalPorts: '8080',
      internalPorts: '80',
    },
  ],
};
const B: NetworkConfig = {
  vlans: [createVlan(10, { ports: ['lan2'] }), createVlan(30, { ports: ['lan1'] }), createVlan(60)],
  dhcpPools: [createPool(10, { start: '192.168.10.50' }), createPool(30)],
};

export async function measureAgentKill(): Promise<Figure[]> {
  await using directory = createClusterDirectory('nl-bench-', findFastDirectory());
  const postgres = await startEmbeddedPostgres(directory.path, { fsync: 'off' });
  await using managed = await manageSite(postgres.url, PREFIX, 40);
  const { browser, gatewayId, projectId, site } = managed;
  const params = { projectId };
  await untilOnline(managed);
  await managed.configure(B);
  const second = await readState(managed);
  await managed.configure(A);
  const first = await readState(managed);
  if (first === second) throw new Error('Both configurations look the same on the gateway.');
  const { items } = await browser.call('backupTake', {
    params,
    body: { deviceIds: [gatewayId], kind: 'restore-point' },
  });
  const backupId = items[0]?.id ?? '';
  let [restored, before, mixed, untrue] = [0, 0, 0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    await managed.configure(B);
    const request = browser.call('backupRestore', {
      params: { ...params, backupId },
      body: { parts: ['vlans', 'mappings'] },
    });
    await wait((round * KILL_WITHIN_MS) / ROUNDS);
    const { pid } = site.gateway.agent;
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    const { rows } = await managed.over((await request).job);
    await untilOnline(managed);
    const state = await readState(managed);
    const isRestored = state === first;
    if (isRestored) restored += 1;
    else if (state === second) before += 1;
    else mixed += 1;
    const claims = rows.some(({ deviceId, state: row }) => deviceId === gatewayId && row === 'done');
    if (claims !== isRestored) untrue += 1;
    console.error(
      `${round}: ${isRestored ? 'restored' : state === second ? 'as before' : `a mixture\n${state}`}, job ${rows.map((row) => row.state).join()}`,
    );
  }
  return [
    {
      id: 'BR-9',
      text: `kill -9 of the agent at ${ROUNDS} points of a restoration: ${restored} restored, ${before} as before, ${mixed} mixtures; ${untrue} jobs with another result than the gateway has`,
      goal: '0 mixtures, 0 untrue jobs',
      reached: mixed === 0 && untrue === 0,
    },
  ];
}

const untilOnline = (managed: ManagedSite) =>
  pollUntil(async () => {
    const { config, state } = await managed.device(managed.gatewayId);
    return state === 1 && config.status !== 'applying';
  }, SETTLE_MS);

/** Reads what the gateway runs: addresses and VLANs of the kernel, rules of nftables without counters, and the DHCP server. */
async function readState({ site }: ManagedSite): Promise<string> {
  const { gateway } = site.network;
  const links = await gateway.exec('ip', '-o', 'link', 'show');
  const addresses = await gateway.exec('ip', '-o', '-4', 'address', 'show');
  return [
    ...[...links.matchAll(/^\d+: ([^:@]+)/gm)].map(([, name]) => `link ${name}`).toSorted(),
    ...[...addresses.matchAll(/^\d+: (\S+)\s+inet (\S+)/gm)]
      .map(([, name, ip]) => `${name} ${ip}`)
      .toSorted(),
    await gateway.exec('nft', '--stateless', 'list', 'ruleset'),
    await site.readDhcpFile('dnsmasq.conf'),
  ].join('\n');
}
