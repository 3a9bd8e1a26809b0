import { capabilitiesOf } from '@northlight/contract';
import { type CommandReport, commandReport } from '@northlight/contract/device-protocol';
import { SeededEntropy } from '@northlight/runtime';
import { expect, test } from 'vitest';
import { carryOut } from './simulated-commands.ts';

async function told(
  kind: Parameters<typeof carryOut>[0]['kind'],
  args: Record<string, unknown>,
  model = 'NL-AP6C',
) {
  const caps = capabilitiesOf(model);
  if (!caps) throw new Error(`There is no model ${model}.`);
  const reports: CommandReport[] = [];
  const went: string[] = [];
  await carryOut(
    { cid: 'c', kind, args, deadline: 0 },
    {
      caps,
      config: {
        vlans: [{ id: 30, name: 'Guests', ip: '192.168.30.1', prefix: 24, ports: [] }],
        dhcpPools: [],
      },
      entropy: new SeededEntropy(1),
      ip: '192.168.1.9',
      ssids: ['Hotel'],
      off: () => false,
      take: () => Promise.resolve(),
      powerCycle: (ports) => void went.push(`power ${ports.join(' ')}`),
      tunnel: undefined,
      fetchSoftware: () => Promise.reject(new Error('The device trusts no key of the manufacturer.')),
      setSoftware: (version) => void went.push(version),
      restart: async (reason) => void went.push(reason),
    },
    (report) => reports.push(commandReport.parse({ cid: 'c', ...report })),
  );
  return { last: reports.at(-1), reports, went };
}

test.each([
  ['restart', {}, 'restart'],
  ['reset', {}, 'reset'],
  ['cpe-mode', { mode: 'client' }, 'restart'],
] as const)('%s goes down with its reason', async (kind, args, reason) => {
  expect((await told(kind, args)).went).toEqual([reason]);
});

test('a scan hears the site’s own networks and the neighbours’, on every band of the device', async () => {
  const { last } = await told('wifi-scan', {});
  const networks = last?.result?.networks ?? [];
  expect(last?.state).toBe('done');
  expect(new Set(networks.map(({ band }) => band))).toEqual(new Set(['2.4G', '5G']));
  expect(networks.some(({ ssid }) => ssid === 'Hotel')).toBe(true);
});

test('a ping counts answers, and a documentation network gives none', async () => {
  expect((await told('ping', { host: '9.9.9.9', count: 3 })).last?.result?.ping).toMatchObject({
    sent: 3,
    received: 3,
  });
  expect((await told('ping', { host: '192.0.2.1', count: 2 })).last?.result?.ping).toMatchObject({
    sent: 2,
    received: 0,
  });
});

test('the route table has what is configured', async () => {
  const { last } = await told('route-table', {}, 'NL-GW5');
  expect(last?.result?.routes).toEqual([
    { destination: '0.0.0.0', prefix: 0, nextHop: '100.64.0.1', port: 'wan1', origin: 'wan' },
    { destination: '192.168.30.0', prefix: 24, port: 'vlan30', origin: 'connected' },
  ]);
});

test('without a key of the manufacturer no software is taken; nonsense fails with a reason', async () => {
  const upgrade = { version: '9.0', sizeBytes: 1, sha256: 'a'.repeat(64), downgrade: false };
  const { last, went } = await told('upgrade', upgrade);
  expect([last?.state, last?.result?.reason, went]).toEqual([
    'failed',
    'The device trusts no key of the manufacturer.',
    [],
  ]);
  expect((await told('ping', { host: 7 })).last).toMatchObject({ state: 'failed' });
});

test('a device without its cloud’s authority opens no tunnel, and says so', async () => {
  const { last } = await told('tunnel', { url: 'https://127.0.0.1/tunnels/x', leaseSeconds: 900 });
  expect(last).toMatchObject({ state: 'failed', result: { reason: 'This device cannot do that.' } });
});
