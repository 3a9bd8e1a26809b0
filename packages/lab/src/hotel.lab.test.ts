import type { NetworkConfig } from '@northlight/contract';
import { pollUntil } from '@northlight/server/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { BEHIND_ROUTER, FAR_ADDRESS, GATEWAY_WAN_ADDRESS, listMissingForLab } from './index.ts';
import { listNamespaces } from './namespaces.ts';
import { type ManagedSite, manageSite } from './testing/console.ts';
import { fetchText, captureDuring, serveWeb } from './testing/programs.ts';
import { CLIENT_PORTS, createPool, createVlan } from './testing/site-configurations.ts';

const PREFIX = 'nlhotel-';
const missing = await listMissingForLab({ tests: true });
if (missing.length > 0) process.stderr.write(`skipped: ${missing.join(' ')}\n`);

const VLANS = [
  createVlan(10, { name: 'Staff', ports: ['lan2'], taggedPorts: [] }),
  createVlan(30, { name: 'Guests', taggedPorts: ['lan2'] }),
  createVlan(40, { name: 'Cameras', taggedPorts: ['lan2'] }),
];

// Configures a hotel from an empty project with one draft, one review and one apply.
describe.skipIf(missing.length > 0)('a small hotel', () => {
  let hotel: ManagedSite;
  const client = (name: 'a1' | 'a2') => hotel.site.network.client(name);

  beforeAll(async () => {
    hotel = await manageSite(inject('databaseUrl'), PREFIX, 40);
  });
  afterAll(async () => {
    await hotel[Symbol.asyncDispose]();
    expect(await listNamespaces(PREFIX)).toEqual([]);
  });

  it('is set up page by page in one draft, and applied as a whole', async () => {
    const { browser, gatewayId, projectId } = hotel;
    const params = { projectId };
    await pollUntil(async () => (await hotel.device(gatewayId)).state === 1, 30_000);
    const mac = await client('a1').mac();
    const vlans: NetworkConfig = { vlans: VLANS, dhcpPools: [] };
    const pools: NetworkConfig = {
      ...vlans,
      dhcpPools: [
        createPool(10),
        createPool(30),
        createPool(40, { reservations: [{ mac, ip: '192.168.40.50', name: 'recorder' }] }),
      ],
    };
    const mapping = (name: string, externalPorts: string, internalPorts: string) => ({
      name,
      protocol: 'tcp' as const,
      internalIp: '192.168.40.50',
      externalPorts,
      internalPorts,
    });
    const mappings = {
      ...pools,
      portMappings: [mapping('web', '8080', '80'), mapping('cams', '8081', '80')],
    };
    const { address: _address, ...destination } = BEHIND_ROUTER;
    const whole = {
      ...mappings,
      staticRoutes: [{ name: 'branch', ...destination, nextHop: '192.168.40.9' }],
    };
    let version = 0;
    for (const config of [vlans, pools, mappings, whole]) {
      const { draft } = await browser.call('networkDraftSave', {
        params,
        body: { version, baseVersion: 0, config },
      });
      version = draft?.version ?? 0;
    }
    const { draft } = await browser.call('networkDraftGet', { params });
    const body = { baseVersion: 0, config: draft?.config ?? vlans };
    const review = await browser.call('networkConfigReview', { params, body });
    expect(review.changes.map(({ setting }) => setting)).toEqual([
      'VLAN 10',
      'VLAN 30',
      'VLAN 40',
      'DHCP pool pool_10',
      'DHCP pool pool_30',
      'DHCP pool pool_40',
      'Static route branch',
      'Port mapping web',
      'Port mapping cams',
    ]);
    const { job } = await browser.call('networkConfigApply', { params, body });
    const over = await hotel.over(job);
    expect(over.rows.map(({ issues, state }) => [state, issues])).toEqual(over.rows.map(() => ['done', []]));
    expect((await browser.call('networkDraftGet', { params })).draft).toBeUndefined();
    expect((await hotel.set(CLIENT_PORTS)).rows[0]?.state).toBe('done');
  });

  it('assigns addresses in separate VLANs, tagged between devices', async () => {
    const { gateway } = hotel.site.network;
    const capture = await captureDuring(gateway, 'lan2', ['vlan', '40'], async () => {
      expect((await client('a1').lease()).ip).toBe('192.168.40.50');
    });
    expect(capture).toMatch(/vlan 40/);
    const guest = await client('a2').lease();
    expect(guest).toMatchObject({ router: '192.168.30.1' });
    expect(guest.ip).toMatch(/^192\.168\.30\.1\d\d$/);
    expect((await hotel.device(hotel.switchId)).ip).toMatch(/^192\.168\.10\.1\d\d$/);
    expect(await client('a1').reaches(FAR_ADDRESS)).toBe(true);
    expect(await client('a2').reaches(FAR_ADDRESS)).toBe(true);
    expect(await client('a2').reaches('192.168.40.50')).toBe(false);
  });

  it('serves both port mappings and reaches the network behind its router', async () => {
    const { internet, router } = hotel.site.network;
    await using _web = await serveWeb(client('a1').namespace, 'from the recorder');
    for (const port of [8080, 8081])
      expect(await fetchText(internet, `http://${GATEWAY_WAN_ADDRESS}:${port}/`)).toBe('from the recorder');
    await router.exec('ip', 'address', 'add', '192.168.40.9/24', 'dev', 'eth0');
    await router.exec('ip', 'route', 'replace', 'default', 'via', '192.168.40.1');
    expect(await client('a2').reaches(BEHIND_ROUTER.address)).toBe(true);
  });

  it('refuses a change that cuts the switch off until the project’s name is entered', async () => {
    const { browser, projectId } = hotel;
    const params = { projectId };
    const { config } = await browser.call('networkConfigGet', { params });
    const without = { ...config, dhcpPools: config.dhcpPools.filter(({ vlanId }) => vlanId !== 10) };
    // Waits until the switch has reported its cable to the gateway, without which a review finds no broken
    // path.
    const broken = await pollUntil(async () => {
      const review = await browser.call('networkConfigReview', {
        params,
        body: { baseVersion: 1, config: without },
      });
      return review.broken?.some(({ kind }) => kind === 'cloud') && review.broken;
    }, 60_000);
    expect(broken.find(({ kind }) => kind === 'cloud')).toMatchObject({
      deviceId: hotel.switchId,
      why: 'There is no DHCP pool in VLAN 10.',
    });
    const refused = await browser.refused('networkConfigApply', {
      params,
      body: { baseVersion: 1, config: without },
    });
    expect(refused.body.code).toBe(714);
  });
});
