import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CommandFailed,
  countPoolAddresses,
  GatewaySystem,
  readWans,
  runProgram,
  type SwitchKind,
} from '@northlight/agent';
import { type DeviceConfig, wanStats } from '@northlight/contract/device-protocol';
import { SystemClock } from '@northlight/runtime';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildNetwork, FAR_ADDRESS, LAN_PORTS, type LabNetwork, listMissingForLab, WAN } from './index.ts';
import { listNamespaces } from './namespaces.ts';
import { createLabDriver } from './testing/lab-driver.ts';

const PREFIX = 'nlt-';
const clock = new SystemClock();
const problems = await listMissingForLab({ tests: true });
if (problems.length > 0) process.stderr.write(`The lab tests are skipped. ${problems.join(' ')}\n`);

const vlan = (id: number, ...ports: string[]) => ({
  id,
  name: `VLAN ${id}`,
  ip: `192.168.${id}.1`,
  prefix: 24,
  ports,
});
const pool = (id: number, dns: string[] = [], leaseMinutes = 60) => ({
  name: `pool_${id}`,
  vlanId: id,
  start: `192.168.${id}.100`,
  end: `192.168.${id}.199`,
  mask: '255.255.255.0',
  gateway: `192.168.${id}.1`,
  dns,
  leaseMinutes,
});
const TWO_VLANS: DeviceConfig = {
  vlans: [vlan(10, 'lan1'), vlan(20, 'lan2')],
  dhcpPools: [pool(10, ['1.1.1.1', '9.9.9.9']), pool(20)],
};
const ONE_VLAN: DeviceConfig = { vlans: [vlan(30, 'lan1', 'lan2')], dhcpPools: [pool(30)] };
const EMPTY: DeviceConfig = { vlans: [], dhcpPools: [] };
/** A configuration with every part, and the installer's WAN. */
const FULL: DeviceConfig = {
  vlans: [vlan(50, 'lan1'), { ...vlan(51), taggedPorts: ['lan2'] }, vlan(52, 'lan2')],
  dhcpPools: [
    { ...pool(50), reservations: [{ mac: '02:00:00:00:00:77', ip: '192.168.50.7', name: 'printer' }] },
    pool(51),
  ],
  wan: [
    { port: WAN, mode: 'static', ip: '203.0.113.2', prefix: 24, gateway: '203.0.113.1', dns: ['9.9.9.9'] },
  ],
  staticRoutes: [{ name: 'branch', destination: '10.50.0.0', prefix: 16, nextHop: '192.168.50.9' }],
  portMappings: [
    {
      name: 'web',
      protocol: 'all',
      internalIp: '192.168.50.7',
      ports: [{ from: 8000, to: 8003, internalFrom: 80 }],
    },
  ],
  clientLimits: [{ mac: '02:00:00:00:00:77', upKbps: 1000, downKbps: 2000 }],
};

const driverFor = (system: GatewaySystem) => createLabDriver(system, 'NL-LGW');

describe.skipIf(problems.length > 0).each<SwitchKind>(['ovs', 'bridge'])('a gateway with %s', (kind) => {
  let directory = '';
  let network: LabNetwork;
  let system: GatewaySystem;
  let driver: ReturnType<typeof driverFor>;
  /** Number of commands after which the runner fails, to simulate a crash of the agent. */
  let killAfter: number | undefined;
  let failOnce: ((argv: readonly string[]) => boolean) | undefined;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'nlt-'));
    network = await buildNetwork(clock, PREFIX);
    system = new GatewaySystem({
      stateDir: directory,
      wan: WAN,
      lan: LAN_PORTS,
      run: (argv, input) => {
        if (killAfter !== undefined && killAfter-- <= 0)
          return Promise.reject(new CommandFailed(argv, 'killed'));
        if (!failOnce?.(argv)) return runProgram(network.gateway.argv(...argv), input);
        failOnce = undefined;
        return Promise.reject(new CommandFailed(argv, 'out of order'));
      },
      clock,
      kind,
    });
    driver = driverFor(system);
  });

  afterAll(async () => {
    await system.stopDaemons();
    await network[Symbol.asyncDispose]();
    await rm(directory, { recursive: true, force: true });
    expect(await listNamespaces(PREFIX)).toEqual([]);
  });

  it('assigns leases in each VLAN', async () => {
    expect(await driver.apply(TWO_VLANS)).toEqual({ status: 'applied', issues: [] });
    const [first, second] = [await network.client(1).lease(), await network.client(2).lease()];
    expect(first).toMatchObject({ prefix: 24, router: '192.168.10.1', dns: ['1.1.1.1', '9.9.9.9'] });
    expect(first.ip).toMatch(/^192\.168\.10\.1\d\d$/);
    expect(second).toMatchObject({ prefix: 24, router: '192.168.20.1', dns: ['192.168.20.1'] });
    expect(second.ip).toMatch(/^192\.168\.20\.1\d\d$/);
  });

  it('connects clients to the internet but not to other VLANs', async () => {
    const [c1, c2] = [network.client(1), network.client(2)];
    const { ip } = await c2.lease();
    expect(await c1.reaches('192.168.10.1')).toBe(true);
    expect(await c1.reaches(FAR_ADDRESS)).toBe(true);
    expect(await c2.reaches(FAR_ADDRESS)).toBe(true);
    expect(await c1.reaches(ip)).toBe(false);
    expect(await c1.reaches('192.168.20.1')).toBe(false);
    expect(await network.internet.succeeds('ping', '-n', '-c', '1', '-W', '1', ip)).toBe(false);
  });

  it('connects two ports in one VLAN', async () => {
    expect((await driver.apply(ONE_VLAN)).status).toBe('applied');
    const [c1, c2] = [network.client(1), network.client(2)];
    const { ip } = await c1.lease();
    await c2.lease();
    expect(ip).toMatch(/^192\.168\.30\./);
    expect(await c2.reaches(ip)).toBe(true);
    expect(await network.gateway.succeeds('ip', 'link', 'show', 'vlan10')).toBe(false);
  });

  it('keeps its state when a configuration is refused or fails half-way', async () => {
    const refused = await driver.apply({
      vlans: [vlan(10, 'lan1')],
      dhcpPools: [{ ...pool(10), start: '10.0.0.1' }],
    });
    expect(refused).toMatchObject({ status: 'rejected', issues: [{ path: 'dhcpPools.0.start' }] });
    failOnce = (argv) => argv[0] === 'dnsmasq' && !argv.includes('--test');
    const failed = await driver.apply({ vlans: [vlan(77, 'lan1')], dhcpPools: [pool(77)] });
    expect(failed).toEqual({ status: 'rejected', issues: [{ path: '', reason: 'dnsmasq: out of order' }] });
    expect(await network.gateway.succeeds('ip', 'link', 'show', 'vlan77')).toBe(false);
    expect((await network.client(1).lease()).ip).toMatch(/^192\.168\.30\./);
    expect(driver.running).toEqual(ONE_VLAN);
  });

  it('restores an earlier configuration with its leases', async () => {
    await driver.apply(TWO_VLANS);
    await driver.restore(ONE_VLAN);
    expect((await network.client(2).lease()).ip).toMatch(/^192\.168\.30\./);
    await driver.restore(EMPTY);
    await network.client(1).forget();
    await expect(network.client(1).lease({ tries: 2 })).rejects.toThrow();
    expect(await network.gateway.succeeds('ip', 'link', 'show', 'vlan30')).toBe(false);
  });

  it('counts the addresses of a pool in use, and assigns none to a second client when the pool has one address', async () => {
    const config = { vlans: [vlan(60, 'lan1', 'lan2')], dhcpPools: [{ ...pool(60), end: '192.168.60.100' }] };
    expect((await driver.apply(config)).status).toBe('applied');
    const readUse = async () =>
      countPoolAddresses(config.dhcpPools, await system.readLeases(), clock.now()).map(({ used }) => used);
    expect(await readUse()).toEqual([0]);
    expect((await network.client(1).lease()).ip).toBe('192.168.60.100');
    expect(await readUse()).toEqual([1]);
    await expect(network.client(2).lease({ tries: 2 })).rejects.toThrow();
    expect(await readUse()).toEqual([1]);
    await driver.restore(EMPTY);
  });

  it('uses DHCP on the WAN and restores the installer’s setting', async () => {
    const server = [
      '--no-daemon',
      '--port=0',
      '--interface=eth0',
      '--leasefile-ro',
      '--no-hosts',
      '--no-ping',
    ];
    const range = ['--dhcp-range=203.0.113.50,203.0.113.60,1h', `--dhcp-option=option:router,203.0.113.1`];
    const [program, ...args] = network.internet.argv('dnsmasq', ...server, ...range, '--conf-file=/dev/null');
    const child = spawn(program, args, { stdio: 'ignore' });
    const ended = once(child, 'exit');
    const readWanStates = async () => {
      const readouts = await readWans(
        [WAN],
        (port) => system.ports.resolvFile(port),
        (argv, input) => runProgram(network.gateway.argv(...argv), input),
      );
      return wanStats.parse(readouts.map(({ stat }) => stat));
    };
    const wan = () => network.gateway.exec('ip', '-4', '-o', 'address', 'show', 'dev', WAN);
    try {
      const asked = await driver.apply({ ...ONE_VLAN, wan: [{ port: WAN, mode: 'dhcp', dns: ['9.9.9.9'] }] });
      expect(asked).toEqual({ status: 'applied', issues: [] });
      await vi.waitFor(async () => expect(await wan()).toMatch(/203\.0\.113\.(5\d|60)\/24/), {
        timeout: 10_000,
      });
      expect(await network.gateway.nameServers()).toEqual(['9.9.9.9']);
      const [leased] = await readWanStates();
      expect(leased).toMatchObject({ id: WAN, up: true, inUse: true, prefix: 24, gateway: '203.0.113.1' });
      expect(leased?.dns).toEqual(['9.9.9.9']);
      expect(await wan()).toContain(` ${leased?.ip}/24 `);
      await network.client(1).lease();
      expect(await network.client(1).reaches(FAR_ADDRESS)).toBe(true);
      expect(await driver.apply(ONE_VLAN)).toEqual({ status: 'applied', issues: [] });
      expect(await wan()).toContain('203.0.113.2/24');
      expect(await readWanStates()).toMatchObject([{ id: WAN, inUse: true, ip: '203.0.113.2', prefix: 24 }]);
      expect(await network.client(1).reaches(FAR_ADDRESS)).toBe(true);
    } finally {
      child.kill('SIGTERM');
      await ended;
    }
  });

  // Runs for one kind of switch only, because each interruption costs an apply.
  if (kind === 'ovs')
    it('reaches the desired state after an interruption at any point', { timeout: 300_000 }, async () => {
      let [from, to] = [FULL, TWO_VLANS];
      await driver.restore(from);
      let cuts = 0;
      for (let step = 0; ; step++) {
        killAfter = step;
        const cut = await driver.apply(to);
        killAfter = undefined;
        if (cut.status === 'applied') break;
        cuts++;
        driver = driverFor(system);
        await driver.restore(to);
        [from, to] = [to, from];
      }
      expect(cuts).toBeGreaterThan(15);
      await driver.restore(TWO_VLANS);
      expect((await network.client(1).lease()).ip).toMatch(/^192\.168\.10\./);
      expect(await network.gateway.exec('ip', 'route', 'show', 'proto', '157')).toBe('');
    });

  it('continues with a second agent process on the same state', async () => {
    await driver.apply(TWO_VLANS);
    const again = driverFor(system);
    await again.restore(TWO_VLANS);
    expect((await network.client(1).lease()).ip).toMatch(/^192\.168\.10\./);
  });
});
