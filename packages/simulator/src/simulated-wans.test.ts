import { type ConfigWan, wanStats } from '@northlight/contract/device-protocol';
import { expect, test } from 'vitest';
import { SeededEntropy } from '@northlight/runtime';
import { computeWans, LineQuality } from './simulated-wans.ts';

const port = (id: string, role: 'lan' | 'wan') =>
  ({ id, label: id.toUpperCase(), role, type: 'electrical', maxSpeedMbps: 1000, poe: false }) as const;
const ports = [port('wan1', 'wan'), port('wan2', 'wan'), port('lan1', 'lan')];
const compute = (configured: readonly ConfigWan[], ...linked: string[]) =>
  wanStats.parse(
    computeWans({
      ports,
      linked: new Set(linked),
      configured,
      mac: '02:00:00:00:05:07',
      uptimeSeconds: 86_400,
      quality: new LineQuality(new SeededEntropy(3)),
    }),
  );

test('gives a leased address to ports with a link', () => {
  expect(compute([], 'wan1', 'lan1')).toMatchObject([
    {
      id: 'wan1',
      up: true,
      inUse: true,
      ip: '100.64.5.9',
      prefix: 24,
      gateway: '100.64.5.1',
      dns: ['192.0.2.53', '192.0.2.54'],
    },
    { id: 'wan2', up: false, inUse: false },
  ]);
});

test('uses the configured address, name servers and order', () => {
  const configured: ConfigWan[] = [
    { mode: 'static', port: 'wan2', ip: '203.0.113.2', prefix: 29, gateway: '203.0.113.1', dns: ['9.9.9.9'] },
    { mode: 'dhcp', port: 'wan1', dns: ['1.1.1.1'] },
  ];
  expect(compute(configured, 'wan1', 'wan2')).toMatchObject([
    { id: 'wan1', inUse: false, dns: ['1.1.1.1'] },
    { id: 'wan2', inUse: true, ip: '203.0.113.2', prefix: 29, gateway: '203.0.113.1', dns: ['9.9.9.9'] },
  ]);
});

test('has no gateway on a PPPoE line', () => {
  const [first] = compute(
    [{ mode: 'pppoe', port: 'wan1', lines: [{ user: 'a', password: 'b' }], dns: [] }],
    'wan1',
  );
  expect(first).toMatchObject({ prefix: 32, inUse: true });
  expect(first?.gateway).toBeUndefined();
});

test('measures gateway and internet of the lines with an address', () => {
  const [first, second] = compute([], 'wan1');
  expect(first).toMatchObject({
    upSeconds: 86_400,
    gatewayPing: { target: '100.64.5.1', sent: 60 },
    internetPing: { target: '192.0.2.53', sent: 60 },
  });
  expect(first?.gatewayPing?.latencyMs).toBeLessThan(4);
  expect(second).toEqual({ id: 'wan2', up: false, inUse: false });
});
