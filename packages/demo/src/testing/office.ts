import type { NetworkConfig } from '@northlight/contract';
import { SeededEntropy } from '@northlight/runtime';
import {
  createProject,
  createSampleDevice,
  pollUntil,
  type TestBrowser,
  type TestServer,
} from '@northlight/server/testing';
import {
  createOfficeSite,
  type Site,
  type SiteOptions,
  type SiteSpec,
  startSite,
} from '@northlight/simulator';

const SEED = 4711;
const SSID = 'Office';

/** Configuration of the office; its Wi-Fi key is a secret. */
export const OFFICE_CONFIG: NetworkConfig = {
  lan: { ip: '10.30.1.1', prefix: 24 },
  vlans: [{ id: 20, name: 'Guests', ip: '10.30.20.1', prefix: 24, ports: [], taggedPorts: ['lan1'] }],
  dhcpPools: [
    { name: 'office', vlanId: 1, start: '10.30.1.2', end: '10.30.1.200', dns: [], leaseMinutes: 60 },
    { name: 'guests', vlanId: 20, start: '10.30.20.2', end: '10.30.20.200', dns: [], leaseMinutes: 60 },
  ],
  wireless: {
    policies: [
      {
        id: 'office',
        name: 'Office',
        enabled: true,
        ssid: SSID,
        hidden: false,
        bands: ['2.4G', '5G'],
        security: {
          mode: 'wpa3-sae-wpa2-psk',
          ciphers: ['AES'],
          key: 'the key of the office',
          keyUpdateSeconds: 3600,
        },
        maxClients: 64,
        guest: false,
        shutdowns: [],
        dhcp: 'user',
        devices: 'all',
      },
    ],
    blacklist: [],
    radios: [],
    countries: [],
  },
};

export interface Office extends AsyncDisposable {
  readonly projectId: number;
  readonly site: Site;
  /** Advances the simulated time until a condition holds. */
  inTime<T>(read: () => Promise<T | false | undefined>): Promise<T>;
  listDevices(projectId: number): Promise<readonly OfficeDevice[]>;
  areOnline(projectId: number): Promise<boolean>;
}

type OfficeDevice = Awaited<ReturnType<typeof listDevices>>[number];

const listDevices = async (owner: TestBrowser, projectId: number) =>
  (await owner.call('deviceList', { params: { projectId }, query: { limit: 200 } })).items;

/** Starts an office of simulated devices that are claimed like real ones, with its configuration applied. */
export async function startOffice(
  world: TestServer,
  owner: TestBrowser,
  video: Pick<SiteOptions, 'ca' | 'sendsPictures'> = {},
): Promise<Office> {
  const spec: SiteSpec = { ...createOfficeSite(SEED), hasVlans: true };
  const { id: projectId } = await createProject(owner, { name: 'Office', country: 'Germany' });
  const params = { projectId };
  const bases = await world.register(
    ...spec.devices.map(({ mac, model, sn }) => ({ ...createSampleDevice(), sn, mac, model })),
  );
  const bySn = new Map(bases.map((base) => [base.sn, base] as const));
  const inTime = <T>(read: () => Promise<T | false | undefined>): Promise<T> =>
    pollUntil(async () => {
      await world.clock.advance(1_000);
      return read();
    }, 60_000);
  const list = (id: number) => listDevices(owner, id);
  const areOnline = async (id: number) => (await list(id)).every(({ state }) => state === 1);
  const accessPoints = spec.devices.filter(({ model }) => model === 'NL-AP6C');
  const getHome = (index: number): string => accessPoints[index % accessPoints.length]?.sn ?? '';
  const site = startSite({
    spec: {
      ...spec,
      // Clients that stay where they are, so that a copy can be compared with the office at any time.
      clients: spec.clients.map((client, index) =>
        client.ssid ? { ...client, ssid: SSID, home: { sn: getHome(index), band: '5G' } } : client,
      ),
    },
    access: (sn) => ({ secret: bySn.get(sn)?.secret ?? '' }),
    endpoint: { host: '127.0.0.1', port: world.mqttPort },
    clock: world.clock,
    entropy: new SeededEntropy(SEED + 1),
    ...video,
  });
  for (const { name, sn } of spec.devices)
    await owner.call('deviceAdd', { params, body: { sn, claimCode: bySn.get(sn)?.claimCode ?? '', name } });
  await inTime(() => areOnline(projectId));
  await owner.call('networkConfigApply', { params, body: { baseVersion: 0, config: OFFICE_CONFIG } });
  await inTime(async () => (await owner.call('clientList', { params })).items.length > 10);
  return {
    projectId,
    site,
    inTime,
    listDevices: list,
    areOnline,
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

/** Starts an office and opens a sandbox of it, once the topology knows its cables. */
export async function openOfficeSandbox(world: TestServer) {
  const owner = await world.signedUp('owner@example.com');
  const office = await startOffice(world, owner);
  const params = { projectId: office.projectId };
  await office.inTime(async () => {
    const { links } = await owner.call('topologyGet', { params });
    return links.filter(({ isInTree }) => isInTree).length >= office.site.devices.length - 1;
  });
  const { id: sandboxId } = await owner.call('sandboxCreate', { params });
  await office.inTime(() => office.areOnline(sandboxId));
  return { world, owner, office, sandboxId, [Symbol.asyncDispose]: () => office[Symbol.asyncDispose]() };
}
