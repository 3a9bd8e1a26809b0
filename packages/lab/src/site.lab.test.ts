import {
  DEVICE_STATES,
  type DeviceSettings,
  getDefaultPort,
  type NetworkConfig,
  type Job,
  type PortSetting,
} from '@northlight/contract';
import { DEVICE_PASSWORD, pollUntil } from '@northlight/server/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  BEHIND_ROUTER,
  FAR_ADDRESS,
  GATEWAY_WAN_ADDRESS,
  INTERNET_ADDRESS,
  listMissingForLab,
  PAGE_PORT,
  WAN,
} from './index.ts';
import { listNamespaces } from './namespaces.ts';
import { createCapabilities } from './testing/lab-driver.ts';
import { manageSite, type ManagedSite } from './testing/console.ts';
import { MEASURED_SECONDS, measureKbps, countRetransmittedSegments } from './testing/measure.ts';
import { readClientLimits, readMeterRates } from './testing/limits.ts';
import { fetchText, recordLinkChanges, captureDuring, serveWeb } from './testing/programs.ts';

const PREFIX = 'nlsite-';
/** WAN address that the test sets on the gateway's local page. */
const OWN_WAN_ADDRESS = '203.0.113.20';
const missing = await listMissingForLab({ tests: true });
if (missing.length > 0) process.stderr.write(`skipped: ${missing.join(' ')}\n`);

const vlan = (id: number, own: Partial<NetworkConfig['vlans'][number]> = {}) => ({
  id,
  name: `VLAN ${id}`,
  ip: `192.168.${id}.1`,
  prefix: 24,
  ports: [],
  ...own,
});
const pool = (vlanId: number, own: Partial<NetworkConfig['dhcpPools'][number]> = {}) => ({
  name: `pool_${vlanId}`,
  vlanId,
  start: `192.168.${vlanId}.100`,
  end: `192.168.${vlanId}.199`,
  dns: [],
  leaseMinutes: 60,
  ...own,
});
/** VLAN 10 contains the switch itself, untagged; the other VLANs are tagged. */
const STAFF = vlan(10, { ports: ['lan2'] });
const GUESTS = vlan(30, { taggedPorts: ['lan2'] });
const OFFICE = vlan(40, { taggedPorts: ['lan2'] });
const FIRST: NetworkConfig = { vlans: [STAFF, GUESTS], dhcpPools: [pool(10), pool(30)] };
const BOTH: NetworkConfig = { vlans: [STAFF, GUESTS, OFFICE], dhcpPools: [pool(10), pool(30), pool(40)] };
const LAST: NetworkConfig = {
  vlans: [...BOTH.vlans, vlan(60, { taggedPorts: ['lan2'] })],
  dhcpPools: [...BOTH.dhcpPools, pool(60)],
};

const model = createCapabilities('NL-LSW');
function port(id: string, own: Partial<PortSetting> = {}): PortSetting {
  const known = model.ports.find((each) => each.id === id);
  if (!known) throw new Error(`There is no port ${id}.`);
  // Omits PoE from ports other than p1 and p2, because only these have it on this machine.
  const { poe: _poe, ...rest } = getDefaultPort(known);
  return { ...rest, ...own };
}
const access = (id: string, pvid: number, own: Partial<PortSetting> = {}): PortSetting =>
  port(id, { mode: 'access', pvid, tagged: [], ...own });
const trunk = (id: string): PortSetting => port(id, { mode: 'trunk', pvid: 1, tagged: 'all' });
const PORTS: DeviceSettings = { ports: [access('p1', 40), access('p2', 30), access('p5', 40)] };

/** States of an online device, with the desired or another configuration. */
const ONLINE: ReadonlySet<number> = new Set([DEVICE_STATES.online, DEVICE_STATES.notSaved]);

/** Expects a successful job. A failure message contains the devices' answers. */
function expectDone(job: Job): void {
  expect(
    job.rows.map(({ deviceName, detail, issues, state }) => ({ deviceName, detail, issues, state })),
  ).toEqual(job.rows.map(({ deviceName }) => ({ deviceName, detail: undefined, issues: [], state: 'done' })));
}

describe.skipIf(missing.length > 0)('a site that the console configures', () => {
  let managed: ManagedSite;
  const client = (name: 'a1' | 'a2' | 'a3') => managed.site.network.client(name);

  const page = `http://192.168.40.1:${PAGE_PORT}`;
  /** Requests the gateway's local page from a client in VLAN 40. */
  const askPage = async (path: string, method: string, body: object, token = ''): Promise<object> => {
    // The page answers when the gateway has applied the change, which takes seconds on a busy machine.
    const limit = ['--max-time', '30'];
    const options = [...limit, '--request', method, '--header', 'content-type: application/json'];
    const session = ['--header', `x-device-session: ${token}`, '--data', JSON.stringify(body)];
    const url = `${page}/api/${path}`;
    const answer: unknown = JSON.parse(await fetchText(client('a1').namespace, url, ...options, ...session));
    return Object(answer);
  };
  const enterPage = async () => {
    const { token }: { token?: string } = await askPage('session', 'POST', { password: DEVICE_PASSWORD });
    const ask = (path: string, method: string, body: object) => askPage(path, method, body, token);
    return { ask, manage: (by: string) => ask('management', 'PUT', { managed: by }) };
  };

  beforeAll(async () => {
    managed = await manageSite(inject('databaseUrl'), PREFIX, 40);
  });
  afterAll(async () => {
    await managed[Symbol.asyncDispose]();
    expect(await listNamespaces(PREFIX)).toEqual([]);
  });

  it('brings the switch online with an address from the configured gateway', async () => {
    await pollUntil(async () => (await managed.device(managed.gatewayId)).state === 1, 30_000);
    const job = await managed.configure(FIRST);
    expectDone(job);
    const shown = await pollUntil(async () => {
      const device = await managed.device(managed.switchId);
      // The first report after the birth has the address.
      return device.state === 1 && device.ip !== undefined && device;
    }, 30_000);
    expect(shown.ip).toMatch(/^192\.168\.10\.1\d\d$/);
    expect(shown.capabilities.features).toContain('spanning-tree');
    expect(shown.capabilities.features).not.toContain('port-speed');
  });

  it('connects a client at the switch to a new VLAN, tagged between devices', async () => {
    expectDone(await managed.configure(BOTH));
    expectDone(await managed.set(PORTS));
    const capture = await captureDuring(managed.site.network.gateway, 'lan2', ['vlan', '40'], async () => {
      const lease = await client('a1').lease();
      expect(lease).toMatchObject({ router: '192.168.40.1' });
      expect(lease.ip).toMatch(/^192\.168\.40\.1\d\d$/);
    });
    expect(capture).toMatch(/vlan 40/);
  });

  it('connects clients of two VLANs to the internet but not to each other', async () => {
    const [one, two] = [await client('a1').lease(), await client('a2').lease()];
    expect(two.ip).toMatch(/^192\.168\.30\./);
    expect(await client('a1').reaches(FAR_ADDRESS)).toBe(true);
    expect(await client('a2').reaches(FAR_ADDRESS)).toBe(true);
    expect(await client('a1').reaches(two.ip)).toBe(false);
    expect(await client('a2').reaches(one.ip)).toBe(false);
  });

  it('lists the real neighbours, and each client at its port', async () => {
    const { gatewayId, site, switchId } = managed;
    const neighbour = async (id: string, name: string) =>
      (await managed.device(id)).ports.find((each) => each.id === name)?.neighbour;
    await pollUntil(async () => {
      const [down, up] = [await neighbour(gatewayId, 'lan2'), await neighbour(switchId, 'u1')];
      return (
        down?.mac === site.switch.device.mac &&
        down.port === 'u1' &&
        up?.mac === site.gateway.device.mac &&
        up.port === 'lan2'
      );
    }, 40_000);
    expect(await neighbour(gatewayId, 'lan1')).toBeUndefined();
  });

  it('applies a reserved address, a port mapping and a static route', async () => {
    const { network } = managed.site;
    const mac = await client('a1').mac();
    const config: NetworkConfig = {
      ...BOTH,
      dhcpPools: [
        pool(10),
        pool(30),
        pool(40, { reservations: [{ mac, ip: '192.168.40.50', name: 'web' }] }),
      ],
      portMappings: [
        {
          name: 'web',
          protocol: 'tcp',
          internalIp: '192.168.40.50',
          externalPorts: '8080',
          internalPorts: '80',
        },
      ],
      staticRoutes: [
        {
          name: 'branch',
          destination: BEHIND_ROUTER.destination,
          prefix: BEHIND_ROUTER.prefix,
          nextHop: '192.168.40.9',
        },
      ],
    };
    expectDone(await managed.configure(config));
    expect((await client('a1').lease()).ip).toBe('192.168.40.50');
    await using _web = await serveWeb(client('a1').namespace, 'from inside');
    const url = `http://${GATEWAY_WAN_ADDRESS}:8080/`;
    expect(await fetchText(network.internet, url)).toBe('from inside');
    expect(await fetchText(client('a2').namespace, url)).toBe('from inside');
    await network.router.exec('ip', 'address', 'add', '192.168.40.9/24', 'dev', 'eth0');
    await network.router.exec('ip', 'route', 'replace', 'default', 'via', '192.168.40.1');
    expect(await client('a1').reaches(BEHIND_ROUTER.address)).toBe(true);
    expect(await client('a2').reaches(BEHIND_ROUTER.address)).toBe(true);
    expect(await client('a2').reaches('192.168.40.9')).toBe(false);
  });

  it('serves the local page in VLANs only, and refuses the console under local management', async () => {
    const { network } = managed.site;
    const a1 = client('a1').namespace;
    expect(await fetchText(a1, page)).toContain('<title>');
    expect(await fetchText(client('a2').namespace, page)).toBe('');
    expect(await fetchText(network.internet, `http://${GATEWAY_WAN_ADDRESS}:${PAGE_PORT}/`)).toBe('');
    expect(await askPage('session', 'POST', { password: 'Wr0ng!Password' })).not.toHaveProperty('token');
    const { manage } = await enterPage();
    expect(await manage('local')).toMatchObject({ managed: 'local' });
    const refused = await managed.configure(BOTH);
    expect(refused.rows.find(({ deviceId }) => deviceId === managed.gatewayId)).toMatchObject({
      state: 'failed',
      code: 76,
    });
    expect(await manage('cloud')).toMatchObject({ managed: 'cloud' });
    await pollUntil(async () => {
      const { config, state } = await managed.device(managed.gatewayId);
      return state === 1 && config.status === 'applied';
    }, 30_000);
  });

  it('applies local changes at once, and the console asks for a decision when it manages the gateway again', async () => {
    const { browser, gatewayId, projectId, site } = managed;
    const { internet } = site.network;
    const params = { projectId, deviceId: gatewayId };
    const pings = (address: string): Promise<boolean> =>
      internet.exec('ping', '-c', '1', '-W', '1', address).then(
        () => true,
        () => false,
      );
    const { ask, manage } = await enterPage();
    await manage('local');
    const fixed = { port: WAN, mode: 'static', mask: '255.255.255.0', gateway: INTERNET_ADDRESS, dns: [] };
    const outside = { ...fixed, ip: OWN_WAN_ADDRESS, gateway: '198.51.100.1' };
    expect(await ask('internet', 'PUT', outside)).toHaveProperty('message');
    expect(await ask('internet', 'PUT', { ...fixed, ip: OWN_WAN_ADDRESS })).toMatchObject({
      ports: [{ port: WAN, mode: 'static', ip: OWN_WAN_ADDRESS }],
    });
    await pollUntil(() => pings(OWN_WAN_ADDRESS), 10_000);
    expect(await client('a1').reaches(FAR_ADDRESS)).toBe(true);
    await manage('cloud');
    const { drift } = await pollUntil(async () => {
      const found = await browser.call('deviceDriftGet', { params });
      return found.drift?.push.allowed === true && found;
    }, 60_000);
    expect(drift).toMatchObject({ cause: 'local', keep: { allowed: true } });
    expect(JSON.stringify(drift?.changes)).toContain(OWN_WAN_ADDRESS);
    const { job } = await browser.call('deviceDriftPush', { params });
    expectDone(await managed.over(job));
    await pollUntil(() => pings(GATEWAY_WAN_ADDRESS), 10_000);
    expect(await pings(OWN_WAN_ADDRESS)).toBe(false);
    expect((await managed.device(gatewayId)).state).toBe(1);
    expect(await browser.call('deviceDriftGet', { params })).toEqual({});
  });

  it('sets the rates of a client and of a port, within which traffic passes', async () => {
    const { network, switchSocket } = managed.site;
    const mac = await client('a1').mac();
    const limited = { ...BOTH, clientLimits: [{ mac, upKbps: 4_000, downKbps: 8_000 }] };
    expectDone(await managed.configure(limited));
    await client('a1').lease();
    expect(await readClientLimits(network.gateway)).toEqual([4_000, 8_000]);
    const ports = [access('p1', 40), access('p2', 30, { ingressKbps: 5_000 }), access('p5', 40)];
    expectDone(await managed.set({ ports }));
    await client('a2').lease();
    expect(await readMeterRates(network.switch, switchSocket)).toEqual([5_000]);
    for (const name of ['a1', 'a2'] as const)
      expect(await client(name).reaches(INTERNET_ADDRESS), name).toBe(true);
    expectDone(await managed.configure(BOTH));
    expect(await readClientLimits(network.gateway)).toEqual([]);
  });

  it(
    'counts traffic by application, also when the agent is killed before a report',
    { timeout: 120_000 },
    async () => {
      const { browser, gatewayId, projectId, site } = managed;
      const { gateway, network } = site;
      const a1 = client('a1');
      const config: NetworkConfig = {
        ...BOTH,
        dhcpPools: [
          pool(10),
          pool(30),
          pool(40, { reservations: [{ mac: await a1.mac(), ip: '192.168.40.50', name: 'web' }] }),
        ],
        // Maps the port of remote access to the port of the web.
        portMappings: [
          {
            name: 'web',
            protocol: 'tcp',
            internalIp: '192.168.40.50',
            externalPorts: '22',
            internalPorts: '80',
          },
        ],
      };
      expectDone(await managed.configure(config));
      expect((await a1.lease()).ip).toBe('192.168.40.50');
      const [down, up] = [6_000_000, 2_000_000];
      const again = {
        down: await countRetransmittedSegments(network.internet),
        up: await countRetransmittedSegments(a1.namespace),
      };
      const toNowhere = ['--output', '/dev/null', '--fail'];
      {
        await using _outside = await serveWeb(network.internet, 'x'.repeat(down));
        await a1.namespace.exec('curl', '--silent', ...toNowhere, `http://${INTERNET_ADDRESS}/`);
      }
      {
        await using _inside = await serveWeb(a1.namespace, 'x'.repeat(up));
        await network.internet.exec('curl', '--silent', ...toNowhere, `http://${GATEWAY_WAN_ADDRESS}:22/`);
      }
      const others = await measureKbps(a1.namespace, network.internet, INTERNET_ADDRESS, 2_000);
      const names = await measureKbps(a1.namespace, network.internet, INTERNET_ADDRESS, 2_000, { port: 53 });
      expect(names).toBeGreaterThan(100);
      expectDone(await managed.configure(BOTH));
      process.kill(gateway.agent.pid ?? 0, 'SIGKILL');
      const metrics = ['web', 'dns', 'remote', 'other'].flatMap((id) => [
        `application/${id}/rx`,
        `application/${id}/tx`,
      ]);
      const readTotals = async (): Promise<Record<string, number>> => {
        const query = { devices: gatewayId, metrics: metrics.join(','), range: '12h' } as const;
        const { series } = await browser.call('deviceSeries', { params: { projectId }, query });
        return Object.fromEntries(series.map(({ metric, total = 0 }) => [metric, total]));
      };
      // A busy machine sends less than 2,000 kbit/s, so the bytes that arrived are the lower bound.
      const [leastOthers, leastNames] = [others, names].map((kbps) => (kbps * 1000 * MEASURED_SECONDS) / 8);
      // The last bytes, those of the DNS port, are in the first report after the restart of the agent.
      const totals = await pollUntil(async () => {
        const now = await readTotals();
        return (now['application/dns/tx'] ?? 0) >= (leastNames ?? 0) && now;
      }, 100_000);
      console.log(`flow by application: ${JSON.stringify(totals)}`);
      // Expects at least the payload. The upper bound adds headers, replies and segments that were sent
      // again.
      const isAbout = (metric: string, least: number, again: number): void => {
        expect(totals[metric], metric).toBeGreaterThanOrEqual(least);
        expect(totals[metric], metric).toBeLessThan((least + again * 1_500) * 1.15);
      };
      isAbout('application/web/rx', down, (await countRetransmittedSegments(network.internet)) - again.down);
      isAbout('application/web/tx', up, (await countRetransmittedSegments(a1.namespace)) - again.up);
      expect(totals['application/remote/rx']).toBe(0);
      expect(totals['application/remote/tx']).toBe(0);
      expect(totals['application/other/tx']).toBeGreaterThanOrEqual(leastOthers ?? 0);
      const mac = await a1.mac();
      // Bytes that the device sends to the client are the client's download. Clients have their own report,
      // which may come after the one of the applications.
      const { rxBytes = 0, txBytes = 0 } = await pollUntil(async () => {
        const { items } = await browser.call('clientList', {
          params: { projectId },
          query: { online: 'true' },
        });
        const client = items.find((each) => each.mac === mac);
        return (client?.rxBytes ?? 0) > up && client;
      }, 60_000);
      expect(txBytes).toBeGreaterThan(rxBytes + 1_000_000);
      const { series } = await browser.call('projectSeries', {
        params: { projectId },
        query: { metrics: 'applications', range: '12h' },
      });
      const web = series.find(({ metric }) => metric === 'application/web/rx');
      expect(web?.total).toBeGreaterThanOrEqual(down);
    },
  );

  it('restores the traffic of an interrupted ring, and forwards on all ports without spanning tree', async () => {
    const { network } = managed.site;
    const ports = [access('p1', 40), access('p2', 30), trunk('p3'), trunk('p4')];
    const spanningTree = { enabled: true, priority: 4096 };
    expectDone(await managed.set({ ports, spanningTree }));
    await network.ringCable(2, 'in');
    const { ip } = await pollUntil(
      () =>
        client('a3')
          .lease()
          .catch(() => false as const),
      40_000,
    );
    await client('a1').lease();
    await pollUntil(() => client('a1').reaches(ip), 20_000);
    const states = await pollUntil(async () => {
      const shown = (await managed.device(managed.switchId)).ports.filter(({ id }) => /^p[34]$/.test(id));
      return shown.every(({ stp }) => stp === 'forwarding') && shown;
    }, 30_000);
    expect(states).toHaveLength(2);
    await network.ringCable(1, 'out');
    await pollUntil(() => client('a1').reaches(ip), 20_000);
    await network.ringCable(2, 'out');
    expectDone(await managed.set({ ports, spanningTree: { ...spanningTree, enabled: false } }));
    await network.ringCable(1, 'in');
    await pollUntil(() => client('a1').reaches(ip), 20_000);
    await pollUntil(async () => (await managed.device(managed.switchId)).state === 1, 20_000);
  });

  it('moves a port to another VLAN', async () => {
    expectDone(await managed.set({ ports: [access('p1', 40), access('p2', 40)] }));
    const [one, two] = [await client('a1').lease(), await client('a2').lease()];
    expect(two.ip).toMatch(/^192\.168\.40\./);
    expect(await client('a2').reaches(one.ip)).toBe(true);
  });

  it('runs ping, traceroute, route table and PoE restart', { timeout: 60_000 }, async () => {
    const { browser, gatewayId: deviceId, projectId, switchId } = managed;
    const ask = async (
      diagnostic:
        | { kind: 'ping'; args: { host: string; count: number } }
        | { kind: 'traceroute'; args: { host: string } }
        | { kind: 'route-table' },
    ) => {
      const job = await managed.over(
        await browser.call('deviceDiagnose', { params: { projectId, deviceId }, body: diagnostic }),
      );
      return job.rows[0]?.result;
    };
    expect((await ask({ kind: 'ping', args: { host: FAR_ADDRESS, count: 3 } }))?.ping).toMatchObject({
      sent: 3,
      received: 3,
    });
    const traced = await ask({ kind: 'traceroute', args: { host: FAR_ADDRESS } });
    expect(traced?.hops?.at(-1)).toMatchObject({ address: FAR_ADDRESS });
    const table = await ask({ kind: 'route-table' });
    expect(table?.routes).toContainEqual(
      expect.objectContaining({ destination: '192.168.40.0', prefix: 24, origin: 'connected' }),
    );
    const body = {
      kind: 'poe-restart' as const,
      deviceIds: [switchId],
      args: { ports: ['p1'] },
    };
    const watched = await recordLinkChanges(client('a1').namespace, async () => {
      const job = await managed.over(await browser.call('deviceCommand', { params: { projectId }, body }));
      expect(job).toMatchObject({ state: 'done' });
    });
    expect(watched).toContain('NO-CARRIER');
    await pollUntil(() => client('a1').reaches(FAR_ADDRESS), 10_000);
  });

  it('completes a push during which the agent is killed, and keeps the traffic counters of a client', async () => {
    const { gateway, network } = managed.site;
    const a1 = client('a1').namespace;
    await measureKbps(a1, network.internet, INTERNET_ADDRESS, 8_000);
    await measureKbps(a1, network.internet, INTERNET_ADDRESS, 8_000, { reverse: true });
    const job = await managed.push(LAST);
    await pollUntil(() => network.gateway.succeeds('ip', 'link', 'show', 'dev', 'vlan60'), 20_000);
    process.kill(gateway.agent.pid ?? 0, 'SIGKILL');
    expectDone(await managed.over(job));
    // Checks that measuring the rate has added megabytes in each direction.
    const mac = await client('a1').mac();
    await pollUntil(async () => {
      const params = { projectId: managed.projectId };
      const { items } = await managed.browser.call('clientList', { params, query: { online: 'true' } });
      const { rxBytes = 0, txBytes = 0 } = items.find((each) => each.mac === mac) ?? {};
      return rxBytes > 1_000_000 && txBytes > 1_000_000;
    }, 40_000);
    await managed.set({ ports: [access('p1', 60), access('p2', 40)] });
    expect((await client('a1').lease()).ip).toMatch(/^192\.168\.60\./);
  });

  it(
    'rolls back a push that cuts the gateway off, marks its revision as bad and does not send the revision again',
    { timeout: 150_000 },
    async () => {
      const job = await managed.push({
        ...LAST,
        wan: [{ port: 'wan0', mode: 'static', ip: '10.99.0.2', prefix: 24, gateway: '10.99.0.1', dns: [] }],
      });
      const { network } = managed.site;
      await pollUntil(async () => {
        const text = await network.gateway.exec('ip', '-4', '-o', 'address', 'show', 'dev', 'wan0');
        return text.includes('10.99.0.2');
      }, 20_000);
      expect(await network.gateway.succeeds('ping', '-n', '-c', '1', '-W', '1', FAR_ADDRESS)).toBe(false);
      await pollUntil(
        () => network.gateway.succeeds('ping', '-n', '-c', '1', '-W', '1', FAR_ADDRESS),
        90_000,
      );
      const over = await managed.over(job);
      expect(over.rows.find(({ deviceId }) => deviceId === managed.gatewayId)).toMatchObject({
        state: 'failed',
      });
      const shown = await managed.device(managed.gatewayId);
      expect(shown.config.status).toBe('rolledback');
      process.kill(managed.site.gateway.agent.pid ?? 0, 'SIGKILL');
      const isThere = async () => ONLINE.has((await managed.device(managed.gatewayId)).state);
      await pollUntil(async () => !(await isThere()), 30_000);
      await pollUntil(isThere, 30_000);
      const text = await network.gateway.exec('ip', '-4', '-o', 'address', 'show', 'dev', 'wan0');
      expect(text).toContain(GATEWAY_WAN_ADDRESS);
      expect((await managed.device(managed.gatewayId)).config.status).toBe('rolledback');
    },
  );

  it('raises one alarm with a count for a flapping cable', { timeout: 120_000 }, async () => {
    const { browser, projectId, switchId } = managed;
    const { namespace } = client('a2');
    const linkIs = (up: boolean) =>
      pollUntil(async () => {
        const { ports } = await managed.device(switchId);
        return ports.find(({ id }) => id === 'p2')?.up === up;
      }, 20_000);
    for (let time = 0; time < 3; time++) {
      await namespace.exec('ip', 'link', 'set', 'dev', 'eth0', 'down');
      await linkIs(false);
      await namespace.exec('ip', 'link', 'set', 'dev', 'eth0', 'up');
      await linkIs(true);
    }
    // Waits for the delayed alarm: a recent configuration could have been the cause.
    const [alarm] = await pollUntil(async () => {
      const query = { kind: 'port-flapping' } as const;
      const { items } = await browser.call('alarmList', { params: { projectId }, query });
      return items.length > 0 && items;
    }, 60_000);
    expect(alarm).toMatchObject({ kind: 'port-flapping', subject: 'p2', device: { id: switchId } });
    expect(alarm?.occurrences).toBeGreaterThanOrEqual(6);
  });
});
