import { findCapabilities } from '@northlight/contract';
import {
  type CommandReport,
  commandReport,
  type DiskState,
  type LinkThroughput,
} from '@northlight/contract/device-protocol';
import { SeededEntropy } from '@northlight/runtime';
import { describe, expect, test } from 'vitest';
import { listNeighbourNetworks } from './neighbour-networks.ts';
import { runCommand } from './simulated-commands.ts';
import { SimulatedRecorder } from './video/simulated-recorder.ts';

const NEW_NODES = ['1', '2'].map((end) => ({
  sn: `NLMESHS00000000${end}`,
  mac: `02:00:00:00:00:0${end}`,
  model: 'NL-MESHS',
  signalDbm: -60,
  claimCode: '0123456789',
}));

interface RunOptions {
  readonly throughput?: Required<LinkThroughput>;
  readonly recorder?: SimulatedRecorder;
  readonly isOff?: () => boolean;
}

async function run(
  kind: Parameters<typeof runCommand>[0]['kind'],
  args: Record<string, unknown>,
  model = 'NL-AP6C',
  { isOff = () => false, recorder, throughput }: RunOptions = {},
) {
  const caps = findCapabilities(model);
  if (!caps) throw new Error(`There is no model ${model}.`);
  const reports: CommandReport[] = [];
  const actions: string[] = [];
  await runCommand(
    { cid: 'c', kind, args, deadline: 0 },
    {
      caps,
      config: {
        vlans: [{ id: 30, name: 'Guests', ip: '192.168.30.1', prefix: 24, ports: [] }],
        dhcpPools: [],
      },
      entropy: new SeededEntropy(1),
      ip: '192.168.1.9',
      mac: '02:00:00:00:05:09',
      listNetworks: () => listNeighbourNetworks('SN1'),
      listen: ({ band, channel }) => ({ band, channel, busyPercent: 0 }),
      ssids: ['Hotel'],
      isOff,
      recorder,
      delay: () => Promise.resolve(),
      align: () => undefined,
      sendTopology: () => Promise.resolve(void actions.push('topology')),
      measureThroughput: () => throughput,
      listNewNodes: () => NEW_NODES,
      powerCycle: (ports) => void actions.push(`power ${ports.join(' ')}`),
      handlers: {},
      fetchSoftware: () => Promise.reject(new Error('The device trusts no key of the manufacturer.')),
      setSoftware: (version) => void actions.push(version),
      restart: async (reason) => void actions.push(reason),
    },
    (report) => reports.push(commandReport.parse({ cid: 'c', ...report })),
  );
  return { last: reports.at(-1), reports, actions };
}

test.each([
  ['restart', {}, 'restart'],
  ['reset', {}, 'reset'],
  ['cpe-mode', { mode: 'client' }, 'restart'],
] as const)('restarts after the command %s with the matching boot reason', async (kind, args, reason) => {
  expect((await run(kind, args)).actions).toEqual([reason]);
});

test('finds networks of the site and its neighbours on every band in a scan', async () => {
  const { last } = await run('wifi-scan', {});
  const networks = last?.result?.networks ?? [];
  expect(last?.state).toBe('done');
  expect(new Set(networks.map(({ band }) => band))).toEqual(new Set(['2.4G', '5G']));
  expect(networks.some(({ ssid }) => ssid === 'Hotel')).toBe(true);
});

test('reports the neighbours before it confirms a search for them', async () => {
  const { actions, last } = await run('discover', {});
  expect({ actions, state: last?.state }).toEqual({ actions: ['topology'], state: 'done' });
});

test('measures the throughput of a link in one direction after the other', async () => {
  const { reports } = await run('throughput', { seconds: 5 }, 'NL-CPE5', {
    throughput: {
      receivedMbps: 180,
      sentMbps: 150,
    },
  });
  const results = reports.map(({ result }) => result?.throughput);
  expect(results).toHaveLength(10);
  expect(results.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => ({ receivedMbps: 180 })));
  expect(reports.at(-1)).toMatchObject({
    state: 'done',
    result: { throughput: { receivedMbps: 180, sentMbps: 150 } },
  });
});

test('fails a test of the throughput without a connected base', async () => {
  const { last } = await run('throughput', { seconds: 5 }, 'NL-CPE5');
  expect(last).toMatchObject({
    state: 'failed',
    result: { reason: 'This bridge is not a client with a connected base.' },
  });
});

test('reports new nodes while a search for nodes runs, and all of them at its end', async () => {
  const { reports } = await run('find-nodes', { seconds: 120 }, 'NL-MESHP');
  const counts = reports.map(({ result }) => result?.nodes?.length);
  expect(counts.slice(0, 3)).toEqual([0, 1, 2]);
  expect(reports.at(-1)).toMatchObject({ state: 'done', result: { nodes: NEW_NODES } });
  const percents = reports.map(({ percent }) => percent ?? 0);
  expect(percents).toEqual([...percents].sort((one, other) => one - other));
});

test('counts ping replies, and receives no reply from a documentation address', async () => {
  expect((await run('ping', { host: '9.9.9.9', count: 3 })).last?.result?.ping).toMatchObject({
    sent: 3,
    received: 3,
  });
  expect((await run('ping', { host: '192.0.2.1', count: 2 })).last?.result?.ping).toMatchObject({
    sent: 2,
    received: 0,
  });
});

test('lists the configured routes in the route table', async () => {
  const { last } = await run('route-table', {}, 'NL-GW5');
  expect(last?.result?.routes).toEqual([
    { destination: '0.0.0.0', prefix: 0, nextHop: '100.64.5.1', port: 'wan1', origin: 'wan' },
    { destination: '192.168.30.0', prefix: 24, port: 'vlan30', origin: 'connected' },
  ]);
});

test('gives a reason when it fails a command with invalid arguments or an upgrade without a trusted key', async () => {
  const upgrade = { version: '9.0', sizeBytes: 1, sha256: 'a'.repeat(64), downgrade: false };
  const { last, actions } = await run('upgrade', upgrade);
  expect([last?.state, last?.result?.reason, actions]).toEqual([
    'failed',
    'The device trusts no key of the manufacturer.',
    [],
  ]);
  expect((await run('ping', { host: 7 })).last).toMatchObject({ state: 'failed' });
});

test('fails the tunnel command with a reason on a device without tunnel support', async () => {
  const { last } = await run('tunnel', { url: 'https://127.0.0.1/tunnels/x', leaseSeconds: 900 });
  expect(last).toMatchObject({
    state: 'failed',
    result: { reason: 'This device does not support the command.' },
  });
});

describe('formatting a disk', () => {
  const format = async (state: DiskState, isOff?: () => boolean) => {
    const recorder = new SimulatedRecorder({ cameras: [], getIp: () => '10.0.40.10', now: 0 });
    recorder.setDiskState('d1', state);
    const { last } = await run('disk-format', { disk: 'd1' }, 'NL-NVR16', {
      recorder,
      ...(isOff && { isOff }),
    });
    return [last?.state, last?.code, recorder.getDiskState('d1')];
  };

  test.each([
    ['normal', 'done', undefined, 'normal'],
    ['failing', 'done', undefined, 'failing'],
    ['unformatted', 'done', undefined, 'normal'],
    ['failed', 'failed', 3001, 'failed'],
    ['missing', 'failed', 3002, 'missing'],
    ['formatting', 'failed', 3000, 'formatting'],
  ] as const)('that is %s ends as %s with code %s', async (state, ended, code, after) => {
    expect(await format(state)).toEqual([ended, code, after]);
  });

  test('leaves it without a format when the power is lost meanwhile', async () => {
    expect(await format('normal', () => true)).toEqual(['running', undefined, 'unformatted']);
  });

  test('of a device without disks fails', async () => {
    expect((await run('disk-format', { disk: 'd1' })).last).toMatchObject({ state: 'failed', code: 3002 });
  });
});
