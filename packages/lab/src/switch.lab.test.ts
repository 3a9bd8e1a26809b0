import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandFailed, type LinuxDriver, LinkPoe, runProgram, SwitchSystem } from '@northlight/agent';
import type { ConfigPort, DeviceConfig } from '@northlight/contract/device-protocol';
import { SystemClock } from '@northlight/runtime';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildSite, type LabSite, listMissingForLab, SWITCH_PORTS } from './index.ts';
import { listNamespaces } from './namespaces.ts';
import { createCapabilities, createLabDriver } from './testing/lab-driver.ts';
import { readEgressRates } from './testing/limits.ts';

const PREFIX = 'nls-';
const MAC = '02:00:00:00:00:51';
const clock = new SystemClock();
const problems = await listMissingForLab({ tests: true });
if (problems.length > 0) process.stderr.write(`The lab tests are skipped. ${problems.join(' ')}\n`);

const PORT: Omit<ConfigPort, 'id'> = {
  enabled: true,
  mode: 'trunk',
  pvid: 1,
  tagged: 'all',
  untagged: [],
  speedMbps: 0,
  duplex: 'auto',
  eee: false,
};
const access = (id: string, pvid: number, more: Partial<ConfigPort> = {}): ConfigPort => ({
  ...PORT,
  ...more,
  id,
  mode: 'access',
  pvid,
});
const trunk = (id: string, more: Partial<ConfigPort> = {}): ConfigPort => ({ ...PORT, ...more, id });
const MANAGED: DeviceConfig['management'] = {
  mode: 'static',
  vlanId: 99,
  ip: '192.168.99.2',
  prefix: 24,
  gateway: '192.168.99.1',
  dns: [],
};
const layout = (ports: ConfigPort[], more: Partial<DeviceConfig> = {}): DeviceConfig => ({
  vlans: [10, 20].map((id) => ({ id, name: `V${id}`, ports: [] })),
  dhcpPools: [],
  ports,
  management: MANAGED,
  ...more,
});

describe.skipIf(problems.length > 0)('a switch', () => {
  let directory = '';
  let site: LabSite;
  let system: SwitchSystem;
  let driver: LinuxDriver<unknown>;
  /** Number of commands after which the runner fails, to simulate a crash of the agent. */
  let killAfter: number | undefined;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), PREFIX));
    site = await buildSite(clock, PREFIX, directory, 10);
    const model = createCapabilities('NL-LSW');
    const here = (id: string): boolean => SWITCH_PORTS.some((port) => port === id);
    const caps = { ...model, ports: model.ports.filter(({ id }) => here(id)) };
    const inSwitch: typeof runProgram = (argv, input) =>
      killAfter !== undefined && killAfter-- <= 0
        ? Promise.reject(new CommandFailed(argv, 'killed'))
        : runProgram(site.switch.argv(...argv), input);
    system = new SwitchSystem({
      stateDir: join(directory, 'switch'),
      mac: MAC,
      caps,
      management: { mode: 'dhcp', vlanId: 1 },
      run: inSwitch,
      clock,
      poe: new LinkPoe({ loads: { p1: 6.5, p2: 4 }, run: inSwitch }),
    });
    driver = createLabDriver(system, 'NL-LSW', caps);
    for (const [name, number] of [
      ['a1', 11],
      ['a2', 12],
      ['a3', 13],
    ] as const) {
      const { namespace } = site.client(name);
      await namespace.exec('ip', 'address', 'add', `192.168.10.${number}/24`, 'dev', 'eth0');
    }
  });

  afterAll(async () => {
    await system.stopDaemons();
    await site[Symbol.asyncDispose]();
    await rm(directory, { recursive: true, force: true });
    expect(await listNamespaces(PREFIX)).toEqual([]);
  });

  const reach = async (): Promise<[boolean, boolean]> => [
    await site.client('a1').reaches('192.168.10.12'),
    await site.client('a1').reaches('192.168.10.13'),
  ];
  const shown = async (ports: ConfigPort[], more: Partial<DeviceConfig> = {}) =>
    driver.apply(layout(ports, more));

  it('forwards traffic between all ports with default settings', async () => {
    expect(await driver.apply({ vlans: [], dhcpPools: [] })).toEqual({ status: 'applied', issues: [] });
    expect((await reach())[0]).toBe(true);
  });

  it('connects ports of one VLAN, also through a trunk, and separates VLANs', async () => {
    expect(await shown([access('p1', 10), access('p2', 10), trunk('p3')])).toEqual({
      status: 'applied',
      issues: [],
    });
    expect(await reach()).toEqual([true, true]);
    expect((await shown([access('p1', 10), access('p2', 20), trunk('p3')])).status).toBe('applied');
    expect(await reach()).toEqual([false, true]);
    await shown([access('p1', 10), access('p2', 10), trunk('p3', { tagged: [20] })]);
    expect(await reach()).toEqual([true, false]);
  });

  it('has its management address in the management VLAN, with the registered MAC address', async () => {
    const text = await site.switch.exec('ip', '-4', '-o', 'address', 'show', 'dev', 'nlmgmt');
    expect(text).toContain('192.168.99.2/24');
    expect(await site.switch.exec('ip', 'link', 'show', 'dev', 'nlmgmt')).toContain(MAC);
  });

  it('turns a port and its power off', async () => {
    await shown([access('p1', 10), access('p2', 10, { enabled: false })]);
    expect((await reach())[0]).toBe(false);
    await shown([access('p1', 10), access('p2', 10, { poe: false })]);
    expect((await reach())[0]).toBe(false);
    await shown([access('p1', 10), access('p2', 10)]);
    expect((await reach())[0]).toBe(true);
  });

  it('reports unsupported settings: fixed speeds, a second untagged VLAN, mirroring with spanning tree', async () => {
    const outcome = await shown([
      access('p1', 10, { speedMbps: 100 }),
      { ...access('p2', 10), mode: 'hybrid', untagged: [10, 20], tagged: [] },
      access('p9', 10),
    ]);
    expect(outcome.status).toBe('partial');
    expect(outcome.issues.map(({ path }) => path)).toEqual([
      'ports.2',
      'ports.1.untagged',
      'ports.0.speedMbps',
    ]);
    const refused = await shown([], {
      spanningTree: { enabled: true, priority: 4096 },
      mirror: { sources: [{ port: 'p1', direction: 'both' }], target: 'p2' },
    });
    expect(refused).toMatchObject({ status: 'rejected', issues: [{ path: 'mirror' }] });
  });

  it('sets the egress rate of a port, within which traffic passes', async () => {
    await shown([access('p1', 10), access('p2', 10, { egressKbps: 10_000 })]);
    expect(await readEgressRates(site.switch, 'p2')).toContain(10_000);
    expect((await reach())[0]).toBe(true);
    await shown([access('p1', 10), access('p2', 10)]);
    expect(await readEgressRates(site.switch, 'p2')).not.toContain(10_000);
  });

  it('mirrors a port to another port', async () => {
    await shown([access('p1', 10), access('p2', 10), access('p5', 20), trunk('p3')], {
      mirror: { sources: [{ port: 'p1', direction: 'both' }], target: 'p5' },
    });
    const captured = site.router.exec('tcpdump', '-n', '-c', '2', '-i', 'eth0', 'icmp');
    await clockSleep(500);
    await site.client('a1').reaches('192.168.10.13');
    expect(await captured).toContain('192.168.10.11 > 192.168.10.13');
  });

  const forwarding = async (): Promise<string[]> => {
    const { ports } = await system.rows();
    const names = ports.filter(({ rstpState }) => rstpState === 'Forwarding').map(({ name }) => name);
    return names.filter((name) => /^p[1-4]$/.test(name)).sort();
  };

  it('forwards on all ports when spanning tree is turned off, and keeps its address', async () => {
    const ports = [access('p1', 10), access('p2', 10), trunk('p3'), trunk('p4')];
    const spanningTree = { enabled: true, priority: 4096 };
    expect((await shown(ports, { spanningTree })).status).toBe('applied');
    await site.ringCable(2, 'in');
    await vi.waitFor(async () => expect(await forwarding()).toEqual(['p1', 'p2', 'p3', 'p4']), {
      timeout: 60_000,
      interval: 200,
    });
    await site.ringCable(2, 'out');
    const off = await shown(ports);
    expect(off).toEqual({ status: 'applied', issues: [] });
    expect(await reach()).toEqual([true, true]);
    const text = await site.switch.exec('ip', '-4', '-o', 'address', 'show', 'dev', 'nlmgmt');
    expect(text).toContain('192.168.99.2/24');
  });

  it('reaches the desired state after an interruption at any point', async () => {
    const one = layout([access('p1', 10), access('p2', 10, { ingressKbps: 5_000 }), trunk('p3')]);
    const other = layout([access('p1', 20), access('p2', 20, { egressKbps: 5_000 }), trunk('p3')], {
      spanningTree: { enabled: true, priority: 4096 },
    });
    let [from, to] = [one, other];
    await driver.restore(from);
    let cuts = 0;
    for (let step = 0; ; step += 7, cuts++) {
      killAfter = step;
      const { status } = await driver.apply(to);
      killAfter = undefined;
      if (status !== 'rejected') break;
      await driver.restore(to);
      [from, to] = [to, from];
    }
    expect(cuts).toBeGreaterThan(5);
    await driver.restore(one);
    expect(await reach()).toEqual([true, true]);
  });

  it('bundles ports with LACP', async () => {
    const bundled = layout([access('p1', 10), access('p2', 10), trunk('p3'), trunk('p4')], {
      lags: [{ id: 'lag1', mode: 'lacp', ports: ['p3', 'p4'] }],
    });
    expect((await driver.apply(bundled)).status).toBe('applied');
    expect((await driver.apply(layout([access('p1', 10), access('p2', 10), trunk('p3')]))).status).toBe(
      'applied',
    );
    await vi.waitFor(async () => expect(await reach()).toEqual([true, true]), { timeout: 60_000 });
  });
});

const clockSleep = (ms: number): Promise<void> => new Promise((resolve) => void clock.after(ms, resolve));
