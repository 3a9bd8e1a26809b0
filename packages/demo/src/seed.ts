import {
  DEMO_MESH_PROJECT,
  DEMO_WLAN_PROJECT,
  type NetworkConfig,
  NET_MODES,
  TYPE_FLAG_DEMO,
} from '@northlight/contract';
import {
  commit,
  hasProject,
  insertProject,
  storeSecrets,
  type ProjectValues,
  addDevicesWithoutClaim,
  storeFirstConfig,
  storeFirstSettings,
  type Services,
  type Tx,
  type Work,
} from '@northlight/server/extension';
import { describeSite, type SiteSpec } from '@northlight/simulator';
import { storeFloorPlans } from './floor-plans.ts';
import { HOTEL_NETWORK, HOUSE_NETWORK, listDemoLinks } from './networks.ts';
import { describeBeginning } from './past-events.ts';
import { listSwitchSettings } from './port-settings.ts';

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
  await commit(services, async (work) => {
    const { tx } = work;
    const isNew = !(await hasProject(tx, demo.id));
    if (isNew) await insertDemoProject(services, tx, demo, { ownerId: null });
    await seedDevices(services, work, demo, { secretOf, seenRevs, isNew, version });
  });
}

interface Seed {
  readonly secretOf: SecretOf;
  readonly seenRevs?: ReadonlyMap<string, number> | undefined;
  /** True for a project that has no configuration yet. */
  readonly isNew: boolean;
  /** Version of the first configuration; 1 by default. */
  readonly version?: number | undefined;
}

/**
 * Adds the devices of a demo's site to its project as claimed devices, and the first configuration of a new project,
 * which contains the links between its bridges.
 */
export async function seedDevices(
  services: Services,
  work: Work,
  demo: DemoProject,
  { isNew, secretOf, seenRevs, version }: Seed,
): Promise<void> {
  const { tx } = work;
  const devices = demo.spec.devices.map((device) => ({
    ...device,
    secret: secretOf(device.sn),
    seenRev: seenRevs?.get(device.sn),
  }));
  const added = await addDevicesWithoutClaim(work, demo.id, devices);
  if (isNew) {
    await storeDemoConfig(services, tx, demo, version);
    await storeSwitchSettings(services, tx, demo);
    await storeFloorPlans(work, demo.id, demo.spec);
  }
  if (added.length > 0) await services.assignConfiguration(work, demo.id, added);
}

export async function insertDemoProject(
  services: Services,
  tx: Tx,
  { id, project }: DemoProject,
  owner: { ownerId: string | null; expiresAt?: Date; copyOf?: number },
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
}

async function storeSwitchSettings(
  services: Services,
  tx: Tx,
  { gateway, id, spec }: DemoProject,
): Promise<void> {
  if (!gateway) return;
  const settings = listSwitchSettings(spec, gateway);
  const rows = await tx.selectFrom('devices').select(['id', 'sn']).where('project_id', '=', id).execute();
  const byId = new Map(
    rows.flatMap((row) => {
      const own = settings.get(row.sn);
      return own ? [[row.id, own] as const] : [];
    }),
  );
  await storeFirstSettings(tx, id, byId, { by: 'system', at: new Date(services.clock.now()) });
}

async function storeDemoConfig(
  services: Services,
  tx: Tx,
  { gateway, id, spec }: DemoProject,
  version: number | undefined,
): Promise<void> {
  if (!gateway) return;
  const rows = await tx.selectFrom('devices').select(['id', 'sn']).where('project_id', '=', id).execute();
  const links = listDemoLinks(spec, new Map(rows.map((row) => [row.sn, row.id] as const)));
  const config = { ...gateway, ...(links.length > 0 && { bridgeLinks: links }) };
  await storeFirstConfig(tx, id, await storeSecrets({ services, tx, projectId: id }, config, true), {
    by: 'system',
    at: new Date(services.clock.now()),
    title: 'As the demo begins',
    version,
  });
}
