/**
 * Rates and times of a real gateway and switch in network namespaces (root, Debian): measured with iperf3 and ping,
 * alone on the machine.
 */
import type { NetworkConfig } from '@northlight/contract';
import { startEmbeddedPostgres } from '@northlight/server';
import { createClusterDirectory, findFastDirectory, pollUntil } from '@northlight/server/testing';
import { INTERNET_ADDRESS } from '../packages/lab/src/index.ts';
import { manageSite, type ManagedSite } from '../packages/lab/src/testing/console.ts';
import { findHighestKbps, measureKbps, measureLongestGap } from '../packages/lab/src/testing/measure.ts';
import {
  createAccessPort,
  createPool,
  createTrunkPort,
  createVlan,
} from '../packages/lab/src/testing/site-configurations.ts';
import { type Figure, formatMilliseconds } from './figure.ts';

const PREFIX = 'nlbench-';
const UP_KBPS = 4_000;
const DOWN_KBPS = 8_000;
const INGRESS_KBPS = 5_000;
const EGRESS_KBPS = 10_000;
/** Largest difference of a measured rate from its limit. */
const TOLERANCE = 0.2;
const RING_GOAL_MS = 1_000;
const JOIN_GOAL_MS = 2_000;

const NETWORK: NetworkConfig = {
  vlans: [createVlan(10, { ports: ['lan2'] }), createVlan(40, { taggedPorts: ['lan2'] })],
  dhcpPools: [createPool(10), createPool(40)],
};

/** Measures the limits of rates, how soon a client is listed, and how long a broken ring interrupts the traffic. */
export async function measureLab(): Promise<Figure[]> {
  await using directory = createClusterDirectory('nl-bench-', findFastDirectory());
  const postgres = await startEmbeddedPostgres(directory.path, { fsync: 'off' });
  await using managed = await manageSite(postgres.url, PREFIX, 40);
  await pollUntil(async () => (await managed.device(managed.gatewayId)).state === 1, 60_000);
  await managed.configure(NETWORK);
  await pollUntil(async () => (await managed.device(managed.switchId)).state === 1, 120_000);
  return [await measureJoin(managed), ...(await measureLimits(managed)), await measureRing(managed)];
}

/** Measures the time from the lease of a new client until the console lists it. */
async function measureJoin(managed: ManagedSite): Promise<Figure> {
  const { browser, projectId, site } = managed;
  await managed.set({ ports: [createAccessPort('p1', 40), createAccessPort('p2', 40)] });
  const client = site.network.client('a1');
  const mac = await client.mac();
  await client.lease();
  const leasedAt = performance.now();
  await pollUntil(async () => {
    const query = { online: 'true' } as const;
    const { items } = await browser.call('clientList', { params: { projectId }, query });
    return items.some((each) => each.mac === mac && each.ip !== undefined);
  }, 60_000);
  const ms = performance.now() - leasedAt;
  return {
    id: 'lab',
    text: `client listed ${formatMilliseconds(ms)} after its lease`,
    goal: formatMilliseconds(JOIN_GOAL_MS),
    reached: ms < JOIN_GOAL_MS,
  };
}

async function measureLimits(managed: ManagedSite): Promise<Figure[]> {
  const { internet } = managed.site.network;
  const client = (name: 'a1' | 'a2') => managed.site.network.client(name);
  const mac = await client('a1').mac();
  await managed.configure({ ...NETWORK, clientLimits: [{ mac, upKbps: UP_KBPS, downKbps: DOWN_KBPS }] });
  await client('a1').lease();
  const a1 = client('a1').namespace;
  const up = await findHighestKbps(UP_KBPS, () => measureKbps(a1, internet, INTERNET_ADDRESS, 2 * UP_KBPS));
  const down = await findHighestKbps(DOWN_KBPS, () =>
    measureKbps(a1, internet, INTERNET_ADDRESS, 2 * DOWN_KBPS, { reverse: true }),
  );
  await managed.set({
    ports: [
      createAccessPort('p1', 40, { egressKbps: EGRESS_KBPS }),
      createAccessPort('p2', 40, { ingressKbps: INGRESS_KBPS }),
    ],
  });
  await managed.configure(NETWORK);
  await client('a1').lease();
  await client('a2').lease();
  const a2 = client('a2').namespace;
  const ingress = await findHighestKbps(INGRESS_KBPS, () =>
    measureKbps(a2, internet, INTERNET_ADDRESS, 2 * INGRESS_KBPS),
  );
  const egress = await findHighestKbps(EGRESS_KBPS, () =>
    measureKbps(a1, internet, INTERNET_ADDRESS, 2 * EGRESS_KBPS, { reverse: true }),
  );
  return [
    createRateFigure('upload of a client', up, UP_KBPS),
    createRateFigure('download of a client', down, DOWN_KBPS),
    createRateFigure('frames received by a port', ingress, INGRESS_KBPS),
    createRateFigure('frames sent by a port', egress, EGRESS_KBPS),
  ];
}

const createRateFigure = (text: string, kbps: number, limitKbps: number): Figure => ({
  id: 'lab',
  text: `${text}: ${kbps} of ${limitKbps} kbit/s`,
  goal: `±${TOLERANCE * 100}%`,
  reached: Math.abs(kbps - limitKbps) <= TOLERANCE * limitKbps,
});

/** Measures the longest gap between two echoes while a cable of a ring with spanning tree is pulled. */
async function measureRing(managed: ManagedSite): Promise<Figure> {
  const { network } = managed.site;
  const ports = [
    createAccessPort('p1', 40),
    createAccessPort('p2', 40),
    createTrunkPort('p3'),
    createTrunkPort('p4'),
  ];
  await managed.set({ ports, spanningTree: { enabled: true, priority: 4096 } });
  await network.ringCable(2, 'in');
  const { ip } = await pollUntil(
    () =>
      network
        .client('a3')
        .lease()
        .catch(() => false as const),
    40_000,
  );
  await network.client('a1').lease();
  await pollUntil(() => network.client('a1').reaches(ip), 20_000);
  await pollUntil(async () => {
    const shown = (await managed.device(managed.switchId)).ports.filter(({ id }) => /^p[34]$/.test(id));
    return shown.every(({ stp }) => stp === 'forwarding');
  }, 30_000);
  const ms = await measureLongestGap(network.client('a1').namespace, ip, () => network.ringCable(1, 'out'));
  return {
    id: 'lab',
    text: `traffic of a ring interrupted for ${formatMilliseconds(ms)}`,
    goal: formatMilliseconds(RING_GOAL_MS),
    reached: ms < RING_GOAL_MS,
  };
}
