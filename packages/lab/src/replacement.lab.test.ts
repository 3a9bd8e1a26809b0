import type { NetworkConfig } from '@northlight/contract';
import { pollUntil } from '@northlight/server/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { FAR_ADDRESS, GATEWAY_WAN_ADDRESS, listMissingForLab } from './index.ts';
import { listNamespaces } from './namespaces.ts';
import { manageSite, type ManagedSite } from './testing/console.ts';
import { expectDone } from './testing/expect-done.ts';
import { fetchText, serveWeb } from './testing/programs.ts';
import { CLIENT_PORTS, createPool, THREE_VLANS } from './testing/site-configurations.ts';

const PREFIX = 'nlrepl-';
const ONLINE_MS = 60_000;
/** Time from the replacement to the traffic of the first client. */
const GOAL_MS = 60_000;
const missing = await listMissingForLab({ tests: true });
if (missing.length > 0) process.stderr.write(`skipped: ${missing.join(' ')}\n`);

describe.skipIf(missing.length > 0)('dead hardware', () => {
  let managed: ManagedSite;
  const client = (name: 'a1' | 'a2') => managed.site.network.client(name);
  const isOnline = async (id: string) => (await managed.device(id)).state === 1;

  beforeAll(async () => {
    managed = await manageSite(inject('databaseUrl'), PREFIX, 40);
  });
  afterAll(async () => {
    await managed[Symbol.asyncDispose]();
    expect(await listNamespaces(PREFIX)).toEqual([]);
  });

  /** Backs a device up, and returns the backup with the number of leases that it contains. */
  const backUp = async (deviceId: string) => {
    const { browser, projectId } = managed;
    const params = { projectId };
    const { items } = await browser.call('backupTake', {
      params,
      body: { deviceIds: [deviceId], kind: 'restore-point' },
    });
    const backupId = items[0]?.id ?? '';
    const { device } = await browser.call('backupContentsGet', { params: { ...params, backupId } });
    return { backupId, leases: device && 'leases' in device ? device.leases : 0 };
  };

  /** Exchanges the hardware of a device; returns the time (ms) from the replacement to the first answer that a client gets. */
  const replace = async (kind: 'gateway' | 'switch', deviceId: string): Promise<number> => {
    const { browser, projectId, site } = managed;
    const { claimCode, sn } = await site.exchange(kind);
    expect(await client('a1').reaches(FAR_ADDRESS)).toBe(false);
    const start = performance.now();
    await browser.call('deviceReplace', {
      params: { projectId, deviceId },
      body: { sn, claimCode, when: 'now' },
    });
    await pollUntil(() => client('a1').reaches(FAR_ADDRESS), 2 * GOAL_MS);
    const ms = performance.now() - start;
    console.info(`${kind}: the first client is connected ${(ms / 1000).toFixed(1)} s after the replacement`);
    expect(await managed.device(deviceId)).toMatchObject({ sn });
    return ms;
  };

  it('is replaced within a minute: addresses, VLANs, mappings and leases stay', async () => {
    const { browser, gatewayId, projectId, site, switchId } = managed;
    await pollUntil(() => isOnline(gatewayId), ONLINE_MS);
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
    };
    expectDone(await managed.configure(config));
    await pollUntil(() => isOnline(switchId), ONLINE_MS);
    expectDone(await managed.set(CLIENT_PORTS));
    const [one, two] = [await client('a1').lease(), await client('a2').lease()];
    expect(one.ip).toBe('192.168.40.50');
    const gateway = await backUp(gatewayId);
    await backUp(switchId);
    expect(gateway.leases).toBeGreaterThanOrEqual(2);

    expect(await replace('gateway', gatewayId)).toBeLessThan(GOAL_MS);
    await pollUntil(() => isOnline(gatewayId), ONLINE_MS);
    expect(await site.readDhcpFile('leases')).not.toContain(two.ip);
    const { job } = await browser.call('backupRestore', {
      params: { projectId, backupId: gateway.backupId },
      body: { parts: ['vlans'] },
    });
    await managed.over(job);
    // The new hardware knows the lease of a client that has not asked for it again.
    await pollUntil(async () => (await site.readDhcpFile('leases')).includes(two.ip), ONLINE_MS);
    expect(await replace('switch', switchId)).toBeLessThan(GOAL_MS);

    for (const [name, before] of [
      ['a1', one],
      ['a2', two],
    ] as const) {
      await client(name).forget();
      expect((await client(name).lease()).ip).toBe(before.ip);
      expect(await client(name).reaches(FAR_ADDRESS)).toBe(true);
    }
    expect(await client('a1').reaches(two.ip)).toBe(false);
    await using _web = await serveWeb(client('a1').namespace, 'from inside');
    expect(await fetchText(site.network.internet, `http://${GATEWAY_WAN_ADDRESS}:8080/`)).toBe('from inside');
  }, 300_000);
});
