import type { NetworkConfig } from '@northlight/contract';
import { pollUntil } from '@northlight/server/testing';
import { applyNetwork, createVlan, type Installer, type Product, type SeededDevice } from './seed.ts';

const SITE_MS = 60_000;
const DEVICES: readonly SeededDevice[] = [
  { model: 'NL-GW5', name: 'Gateway' },
  { model: 'NL-SW8P', name: 'Switch', uplink: ['Gateway', 'lan1'] },
  { model: 'NL-AP6C', name: 'Hall', uplink: ['Switch', 'p2'] },
  { model: 'NL-CS24F', name: 'Core', uplink: ['Gateway', 'lan2'] },
  { model: 'NL-SW24P', name: 'Access', uplink: ['Core', 'p1'], cables: [['p26', 'Core', 'p2']] },
  { model: 'NL-CPE5', name: 'House-bridge', uplink: ['Gateway', 'lan3'] },
  { model: 'NL-CPE5', name: 'Barn-bridge', uplink: ['House-bridge', 'bridge'] },
];

/** A site with devices, and values for addresses of its pages. */
export interface Site {
  readonly owner: Installer;
  readonly values: Readonly<Record<string, string>>;
}

/** Creates a site whose network configuration has an item of each kind, with a template of it. */
export async function installSite(product: Product): Promise<Site> {
  const owner = await product.install({ projectName: 'Harbour', devices: DEVICES, path: '' });
  const { api, project } = owner;
  const params = { projectId: project.id };
  const findId = (name: string): string => owner.devices.find((device) => device.name === name)?.id ?? '';
  await applyNetwork(owner, createConfig(findId));
  const aggregate = (name: string, ports: string[]) => ({
    deviceId: findId(name),
    baseVersion: 0,
    settings: { lags: [{ id: 'lag1', mode: 'lacp' as const, ports }] },
  });
  await api.call('deviceSettingsApply', {
    params,
    body: { changes: [aggregate('Core', ['p1', 'p2']), aggregate('Access', ['p25', 'p26'])] },
  });
  const template = await api.call('templateCreate', {
    body: { projectId: project.id, name: 'Standard', vlans: [20], pools: [20], policies: ['guests'] },
  });
  const client = await pollUntil(
    async () => (await api.call('clientList', { params, query: {} })).items[0],
    SITE_MS,
  );
  /** Waits until both ends have reported each of the cables between two devices; returns the link in the tree. */
  const findLink = (one: string, other: string, cables: number): Promise<number> =>
    pollUntil(async () => {
      const { links } = await api.call('topologyGet', { params, query: {} });
      const found = links.filter(
        (link) =>
          link.evidence === 'lldp-both' &&
          [link.upper, link.lower].every(({ nodeId }) => [findId(one), findId(other)].includes(nodeId)),
      );
      return found.length === cables && found.find(({ isInTree }) => isInTree)?.id;
    }, SITE_MS);
  return {
    owner,
    values: {
      project: String(project.id),
      switch: findId('Switch'),
      accessPoint: findId('Hall'),
      link: String(await findLink('Switch', 'Hall', 1)),
      aggregation: String(await findLink('Core', 'Access', 2)),
      client: client.mac,
      template: template.id,
    },
  };
}

const createConfig = (findId: (name: string) => string): NetworkConfig => ({
  vlans: [createVlan(20, 'Guests')],
  dhcpPools: [
    { name: 'guests', vlanId: 20, start: '10.20.0.10', end: '10.20.0.99', dns: [], leaseMinutes: 60 },
  ],
  staticRoutes: [{ name: 'branch', destination: '10.99.0.0', prefix: 24, nextHop: '192.168.1.250' }],
  portMappings: [
    {
      name: 'camera',
      protocol: 'tcp',
      internalIp: '10.20.0.50',
      externalPorts: '8080',
      internalPorts: '8080',
    },
  ],
  wireless: {
    policies: [
      {
        id: 'guests',
        name: 'Guests',
        enabled: true,
        ssid: 'Harbour guests',
        hidden: false,
        bands: ['2.4G', '5G'],
        security: { mode: 'wpa2-psk', ciphers: ['AES'], key: 'welcome aboard', keyUpdateSeconds: 0 },
        maxClients: 64,
        guest: true,
        shutdowns: [],
        dhcp: 'user',
        devices: 'all',
      },
    ],
    blacklist: [{ mac: '02:00:00:00:00:09', remark: 'Left behind' }],
    radios: [],
    countries: [],
  },
  bridgeLinks: [
    {
      id: 'barn',
      name: 'Barn',
      baseId: findId('House-bridge'),
      clientIds: [findId('Barn-bridge')],
      ssid: 'Barn link',
      key: 'a long passphrase',
      channel: 'auto',
      widthMhz: 'auto',
      powerDbm: 'auto',
      distanceMetres: 300,
      maxClients: 1,
      peerLock: false,
      vlans: 'all',
    },
  ],
});
