import {
  capabilitiesOf,
  DEMO_MESH_PROJECT,
  DEMO_WLAN_PROJECT,
  type NetworkConfig,
  NET_MODES,
  type newProject,
  TYPE_FLAG_DEMO,
} from '@northlight/contract';
import { sha256Hex } from '@northlight/runtime';
import { describeSite, type SiteSpec } from '@northlight/simulator';
import type { z } from 'zod';
import { claimHash, insertDevice } from '../devices/index.ts';
import { assignConfiguration, keepSecrets, putFirstConfig } from '../network/index.ts';
import { type AfterCommit, commit } from '../platform/commit.ts';
import type { Tx } from '../platform/db/database.ts';
import { insertProject } from '../projects/index.ts';
import { HOTEL_NETWORK, HOUSE_NETWORK } from './networks.ts';
import type { Services } from '../services.ts';

/** Secret of a simulated device by its serial number. */
export type SecretOf = (sn: string) => string;

type ProjectValues = Omit<z.output<typeof newProject>, 'devicePassword'>;

export interface DemoProject {
  readonly id: number;
  readonly spec: SiteSpec;
  readonly project: ProjectValues;
  readonly gateway: NetworkConfig | undefined;
}

const PLACE = { province: '', address: '' };

/** Seeded by their ids: the same hotel and the same house on every installation. */
export function demoProjects(): DemoProject[] {
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

/** Brings a demo project's rows into the database: what is there stays, what is missing is made. */
export async function seedDemo(services: Services, demo: DemoProject, secretOf: SecretOf): Promise<void> {
  await commit(services, async (tx, after) => {
    const exists = await tx.selectFrom('projects').select('id').where('id', '=', demo.id).executeTakeFirst();
    if (!exists) await insertDemoProject(services, tx, demo, { ownerId: null });
    await seedDevices(services, tx, after, demo, secretOf);
  });
}

/** Puts the devices of a demo's site into its project, as if somebody had claimed them. */
export async function seedDevices(
  services: Services,
  tx: Tx,
  after: AfterCommit,
  demo: DemoProject,
  secretOf: SecretOf,
): Promise<void> {
  await putBaseDevices(services, tx, demo, secretOf);
  const present = await tx.selectFrom('devices').select('sn').where('project_id', '=', demo.id).execute();
  const known = new Set(present.map((row) => row.sn));
  const added: string[] = [];
  for (const { sn, mac, model, name } of demo.spec.devices) {
    const caps = capabilitiesOf(model);
    if (caps && !known.has(sn))
      added.push(await insertDevice(services, tx, { projectId: demo.id, sn, mac, model, name, caps }));
  }
  if (added.length > 0) await assignConfiguration(services, tx, after, demo.id, added);
}

export async function insertDemoProject(
  services: Services,
  tx: Tx,
  { id, project, gateway }: DemoProject,
  owner: { ownerId: string | null; expiresAt?: Date; copyOf?: number },
): Promise<void> {
  const devicePassword = `Aa1!${Buffer.from(services.entropy.bytes(12)).toString('hex')}`;
  await insertProject(services, tx, {
    ...project,
    id,
    ...owner,
    place: await services.gazetteer.locate(project),
    typeFlag: TYPE_FLAG_DEMO,
    devicePassword,
  });
  if (!gateway) return;
  await putFirstConfig(tx, id, await keepSecrets(services, tx, id, gateway, true), {
    by: 'system',
    at: new Date(services.clock.now()),
    title: 'As the demo begins',
  });
}

/** A data directory that is new beside an old database brings new secrets: they replace the old ones. */
async function putBaseDevices(
  services: Services,
  tx: Tx,
  { spec }: DemoProject,
  secretOf: SecretOf,
): Promise<void> {
  const rows = spec.devices.map(({ sn, mac, model }) => ({
    sn,
    mac,
    model,
    // Nobody can claim a demo device: its code is drawn and forgotten.
    claim_hash: claimHash(sn, Buffer.from(services.entropy.bytes(16)).toString('hex')),
    secret_hash: sha256Hex(secretOf(sn)),
    registered_at: new Date(services.clock.now()),
  }));
  await tx
    .insertInto('base_devices')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('sn').doUpdateSet((update) => ({ secret_hash: update.ref('excluded.secret_hash') })),
    )
    .execute();
}
