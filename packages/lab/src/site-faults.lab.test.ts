import { DEVICE_STATES, type NetworkConfig } from '@northlight/contract';
import { pollUntil } from '@northlight/server/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { FAR_ADDRESS, GATEWAY_WAN_ADDRESS, INTERNET_ADDRESS, listMissingForLab } from './index.ts';
import { listNamespaces } from './namespaces.ts';
import { manageSite, type ManagedSite } from './testing/console.ts';
import { expectDone } from './testing/expect-done.ts';
import { MEASURED_SECONDS, measureKbps, countRetransmittedSegments } from './testing/measure.ts';
import { serveWeb } from './testing/programs.ts';
import {
  CLIENT_PORTS,
  FOUR_VLANS,
  THREE_VLANS,
  createAccessPort,
  createPool,
} from './testing/site-configurations.ts';

const PREFIX = 'nlfault-';
const missing = await listMissingForLab({ tests: true });
if (missing.length > 0) process.stderr.write(`skipped: ${missing.join(' ')}\n`);

/** States of an online device, with the desired or another configuration. */
const ONLINE: ReadonlySet<number> = new Set([DEVICE_STATES.online, DEVICE_STATES.notSaved]);

describe.skipIf(missing.length > 0)('a configured site', () => {
  let managed: ManagedSite;
  const client = (name: 'a1' | 'a2') => managed.site.network.client(name);

  beforeAll(async () => {
    managed = await manageSite(inject('databaseUrl'), PREFIX, 40);
    await pollUntil(async () => (await managed.device(managed.gatewayId)).state === 1, 30_000);
    expectDone(await managed.configure(THREE_VLANS));
    expectDone(await managed.set(CLIENT_PORTS));
    await client('a1').lease();
  });
  afterAll(async () => {
    await managed[Symbol.asyncDispose]();
    expect(await listNamespaces(PREFIX)).toEqual([]);
  });

  it('counts traffic by application, also when the agent is killed before a report', async () => {
    const { browser, gatewayId, projectId, site } = managed;
    const { gateway, network } = site;
    const a1 = client('a1');
    const config: NetworkConfig = {
      ...THREE_VLANS,
      dhcpPools: [
        createPool(10),
        createPool(30),
        createPool(40, { reservations: [{ mac: await a1.mac(), ip: '192.168.40.50', name: 'web' }] }),
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
    expectDone(await managed.configure(THREE_VLANS));
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
  });

  it('completes a push during which the agent is killed, and keeps the traffic counters of a client', async () => {
    const { gateway, network } = managed.site;
    const a1 = client('a1').namespace;
    await measureKbps(a1, network.internet, INTERNET_ADDRESS, 8_000);
    await measureKbps(a1, network.internet, INTERNET_ADDRESS, 8_000, { reverse: true });
    const job = await managed.push(FOUR_VLANS);
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
    await managed.set({ ports: [createAccessPort('p1', 60), createAccessPort('p2', 40)] });
    expect((await client('a1').lease()).ip).toMatch(/^192\.168\.60\./);
  });

  it('rolls back a push that cuts the gateway off, marks its revision as bad and does not send the revision again', async () => {
    const job = await managed.push({
      ...FOUR_VLANS,
      wan: [{ port: 'wan0', mode: 'static', ip: '10.99.0.2', prefix: 24, gateway: '10.99.0.1', dns: [] }],
    });
    const { network } = managed.site;
    await pollUntil(async () => {
      const text = await network.gateway.exec('ip', '-4', '-o', 'address', 'show', 'dev', 'wan0');
      return text.includes('10.99.0.2');
    }, 20_000);
    expect(await network.gateway.succeeds('ping', '-n', '-c', '1', '-W', '1', FAR_ADDRESS)).toBe(false);
    await pollUntil(() => network.gateway.succeeds('ping', '-n', '-c', '1', '-W', '1', FAR_ADDRESS), 90_000);
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
  });
});
