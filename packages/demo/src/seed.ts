import {
  DEMO_MESH_PROJECT,
  DEMO_WLAN_PROJECT,
  type NetworkConfig,
  NET_MODES,
  TYPE_FLAG_DEMO,
} from '@northlight/contract';
import {
  type AfterCommit,
  commit,
  hasProject,
  insertProject,
  storeSecrets,
  type ProjectValues,
  addDevicesWithoutClaim,
  storeFirstConfig,
  type Services,
  type Tx,
} from '@northlight/server/extension';
import { describeSite, type SiteSpec } from '@northlight/simulator';
import { HOTEL_NETWORK, HOUSE_NETWORK } from './networks.ts';
import { describeBeginning } from './past-events.ts';

/** Returns the secret of a simulated device by its serial number. */
export type SecretOf = (sn: string) => string;

type DemoProjectValues = Pick<
  ProjectValues,
  'address' | 'city' | 'country' | 'name' | 'netMode' | 'province' | 'scenario' | 'timeZone'
>;

export interface DemoProject {
  readonly id: number;
  readonly spec: SiteSpec;
  readonly project: DemoProjectValues;
  readonly gateway: NetworkConfig | undefined;
}

const PLACE = { province: '', address: '' };

/**
 * Lists the demo projects. Their ids are the seeds, so that hotel and house are the same on every
 * installation.
 */
export function listDemoProjects(): DemoProject[] {
  return [
    {
      id: DEMO_WLAN_PROJECT,
      spec: { ...describeSite('hotel', DEMO_WLAN_PROJECT), zoneHours: 0 },
      project: {
        ...PLACE,
        name: 'Hotel Lisboa',
        scenario: 'hotel',
        netMode: NET_MODES.wlan,
        country: 'Portugal',
        city: 'Lisbon',
        timeZone: 'Europe/Lisbon',
      },
      gateway: HOTEL_NETWORK,
    },
    {
      id: DEMO_MESH_PROJECT,
      spec: { ...describeSite('mesh-house', DEMO_MESH_PROJECT), zoneHours: 1 },
      project: {
        ...PLACE,
        name: 'House on the hill',
        scenario: 'smart-home',
        netMode: NET_MODES.mesh,
        country: 'Germany',
        city: 'Freiburg',
        timeZone: 'Europe/Berlin',
      },
      gateway: HOUSE_NETWORK,
    },
  ];
}

/**
 * Creates missing rows of a demo project and keeps existing ones. A site with a simulated past begins with
 * the version and the revisions that follow that past.
 */
export async function seedDemo(
  services: Services,
  demo: DemoProject,
  secretOf: SecretOf,
  hasPast: boolean,
): Promise<void> {
  const { seenRevs, version } = hasPast ? describeBeginning(demo.spec) : {};
  await commit(services, async (tx, after) => {
    if (!(await hasProject(tx, demo.id)))
      await insertDemoProject(services, tx, demo, { ownerId: null, version });
    await seedDevices(services, tx, after, demo, secretOf, seenRevs);
  });
}

/** Adds the devices of a demo's site to its project as claimed devices. */
export async function seedDevices(
  services: Services,
  tx: Tx,
  after: AfterCommit,
  demo: DemoProject,
  secretOf: SecretOf,
  seenRevs?: ReadonlyMap<string, number>,
): Promise<void> {
  const devices = demo.spec.devices.map((device) => ({
    ...device,
    secret: secretOf(device.sn),
    seenRev: seenRevs?.get(device.sn),
  }));
  const added = await addDevicesWithoutClaim(services, tx, demo.id, devices);
  if (added.length > 0) await services.assignConfiguration(tx, after, demo.id, added);
}

export async function insertDemoProject(
  services: Services,
  tx: Tx,
  { id, project, gateway }: DemoProject,
  {
    version,
    ...owner
  }: { ownerId: string | null; expiresAt?: Date; copyOf?: number; version?: number | undefined },
): Promise<void> {
  const devicePassword = `Aa1!${Buffer.from(services.entropy.bytes(12)).toString('hex')}`;
  await insertProject(services, tx, {
    ...project,
    id,
    ...owner,
    position: await services.gazetteer.locate(project),
    typeFlag: TYPE_FLAG_DEMO,
    devicePassword,
  });
  if (!gateway) return;
  await storeFirstConfig(tx, id, await storeSecrets(services, tx, id, gateway, true), {
    by: 'system',
    at: new Date(services.clock.now()),
    title: 'As the demo begins',
    version,
  });
}
