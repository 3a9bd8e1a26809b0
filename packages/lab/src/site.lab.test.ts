import type { NetworkConfig } from '@northlight/contract';
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
import { manageSite, type ManagedSite } from './testing/console.ts';
import { expectDone } from './testing/expect-done.ts';
import { readClientLimits, readMeterRates } from './testing/limits.ts';
import { captureDuring, fetchText, recordLinkChanges, serveWeb } from './testing/programs.ts';
import {
  CLIENT_PORTS,
  THREE_VLANS,
  TWO_VLANS,
  createAccessPort,
  createPool,
  createTrunkPort,
} from './testing/site-configurations.ts';

const PREFIX = 'nlsite-';
/** WAN address that the test sets on the gateway's local page. */
const OWN_WAN_ADDRESS = '203.0.113.20';
const missing = await listMissingForLab({ tests: true });
if (missing.length > 0) process.stderr.write(`skipped: ${missing.join(' ')}\n`);

describe.skipIf(missing.length > 0)('a site that the console configures', () => {
  let managed: ManagedSite;
  const client = (name: 'a1' | 'a2' | 'a3') => managed.site.network.client(name);

  const page = `http://192.168.40.1:${PAGE_PORT}`;
  /** Requests the gateway's local page from a client in VLAN 40. */
  const askPage = async (path: string, method: string, body: object, token = ''): Promise<object> => {
    // The page answers when the gateway has applied the change, which takes seconds on a busy machine.
    const limit = ['--max-time', '90'];
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
    const job = await managed.configure(TWO_VLANS);
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
    expectDone(await managed.configure(THREE_VLANS));
    expectDone(await managed.set(CLIENT_PORTS));
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
      ...THREE_VLANS,
      dhcpPools: [
        createPool(10),
        createPool(30),
        createPool(40, { reservations: [{ mac, ip: '192.168.40.50', name: 'web' }] }),
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
    const refused = await managed.configure(THREE_VLANS);
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
    const limited = { ...THREE_VLANS, clientLimits: [{ mac, upKbps: 4_000, downKbps: 8_000 }] };
    expectDone(await managed.configure(limited));
    await client('a1').lease();
    expect(await readClientLimits(network.gateway)).toEqual([4_000, 8_000]);
    const ports = [
      createAccessPort('p1', 40),
      createAccessPort('p2', 30, { ingressKbps: 5_000 }),
      createAccessPort('p5', 40),
    ];
    expectDone(await managed.set({ ports }));
    await client('a2').lease();
    expect(await readMeterRates(network.switch, switchSocket)).toEqual([5_000]);
    for (const name of ['a1', 'a2'] as const)
      expect(await client(name).reaches(INTERNET_ADDRESS), name).toBe(true);
    expectDone(await managed.configure(THREE_VLANS));
    expect(await readClientLimits(network.gateway)).toEqual([]);
  });

  it('restores the traffic of an interrupted ring, and forwards on all ports without spanning tree', async () => {
    const { network } = managed.site;
    const ports = [
      createAccessPort('p1', 40),
      createAccessPort('p2', 30),
      createTrunkPort('p3'),
      createTrunkPort('p4'),
    ];
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
    expectDone(await managed.set({ ports: [createAccessPort('p1', 40), createAccessPort('p2', 40)] }));
    const [one, two] = [await client('a1').lease(), await client('a2').lease()];
    expect(two.ip).toMatch(/^192\.168\.40\./);
    expect(await client('a2').reaches(one.ip)).toBe(true);
  });

  it('runs ping, traceroute, route table and PoE restart', async () => {
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

  it('raises one alarm with a count for a flapping cable', async () => {
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
