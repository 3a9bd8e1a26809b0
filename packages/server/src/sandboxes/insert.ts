import { NET_MODES, type SandboxFault, TYPE_FLAG_DEMO } from '@northlight/contract';
import { addDevicesWithoutClaim } from '../devices/index.ts';
import { pairSecrets, storeFirstConfig, storeFirstSettings, storeSecrets } from '../network/index.ts';
import type { Work } from '../platform/work.ts';
import { insertProject } from '../projects/index.ts';
import type { Services } from '../services.ts';
import type { SandboxSource, SimulatedCopy } from '../simulation.ts';
import { renameTexts, withBothCases } from './rename.ts';
import type { SandboxUplink } from './tables.ts';

const SYSTEM = 'System';

interface NewSandbox {
  readonly id: number;
  readonly name: string;
  /** Account that uses the sandbox; null for one of the server itself, which no account can open. */
  readonly ownerId: string | null;
  readonly expiresAt: Date;
}

/** Inserts a sandbox: the project of the source with another device password, and its simulated devices. */
export async function insertSandbox(
  services: Services,
  work: Work,
  { id, ...own }: NewSandbox,
  { copy, source }: { readonly source: SandboxSource; readonly copy: SimulatedCopy },
): Promise<void> {
  const row = await work.tx
    .selectFrom('projects')
    .select(['scenario', 'net_mode', 'country', 'province', 'city', 'address', 'time_zone'])
    .select(['latitude', 'longitude'])
    .where('id', '=', source.id)
    .executeTakeFirstOrThrow();
  const { latitude, longitude, net_mode: netMode, time_zone: timeZone, ...place } = row;
  await insertProject(services, work.tx, {
    ...own,
    ...place,
    id,
    timeZone,
    netMode: netMode === NET_MODES.mesh ? NET_MODES.mesh : NET_MODES.wlan,
    devicePassword: `Aa1!${Buffer.from(work.entropy.bytes(12)).toString('hex')}`,
    typeFlag: TYPE_FLAG_DEMO,
    copyOf: source.id,
    ...(latitude !== null && longitude !== null && { position: { latitude, longitude } }),
  });
  await insertContent(services, work, id, { copy, source });
  work.projectsChanged();
}

/** Inserts the devices, the configuration and the description of a sandbox. */
async function insertContent(
  services: Services,
  work: Work,
  id: number,
  {
    copy: { devices, notes, site },
    source,
  }: { readonly source: SandboxSource; readonly copy: SimulatedCopy },
): Promise<void> {
  const { now, tx } = work;
  const at = { by: SYSTEM, at: now };
  const added = await addDevicesWithoutClaim(work, id, devices);
  const ids = new Map(devices.map(({ sourceId }, index) => [sourceId, added[index] ?? ''] as const));
  const macs = new Map(source.devices.map((device) => [device.id, device.mac] as const));
  const names = new Map([
    ...ids,
    ...withBothCases(devices.map(({ mac, sourceId }) => [macs.get(sourceId) ?? '', mac] as const)),
  ]);
  const copied = await storeSecrets(
    { projectId: id, services, tx },
    renameTexts(source.openConfig, names),
    true,
  );
  if (source.version > 0)
    await storeFirstConfig(tx, id, copied, {
      ...at,
      title: 'As the sandbox begins',
      version: source.version,
    });
  const settings = renameTexts(source.content.devices, names);
  await storeFirstSettings(
    tx,
    id,
    new Map(settings.map((device) => [device.deviceId, device.settings] as const)),
    at,
  );
  const pairs = [...names, ...pairSecrets(source.content.config, copied)];
  const faults = source.devices
    .filter(({ isOnline }) => !isOnline)
    .map((device): SandboxFault => ({ deviceId: ids.get(device.id) ?? '', kind: 'power' }));
  await tx
    .insertInto('sandboxes')
    .values({
      project_id: id,
      source_id: source.id,
      created_at: now,
      base_version: source.version,
      base: JSON.stringify(source.content),
      setting_versions: JSON.stringify(source.settingVersions),
      originals: JSON.stringify(Object.fromEntries(pairs.map(([from, to]) => [to, from]))),
      site: JSON.stringify(site),
      uplinks: JSON.stringify(listUplinks(devices, ids)),
      faults: JSON.stringify(faults),
      notes: JSON.stringify(notes),
    })
    .execute();
  await services.assignConfiguration(work, id, added);
}

const listUplinks = (
  devices: SimulatedCopy['devices'],
  ids: ReadonlyMap<string, string>,
): Readonly<Record<string, SandboxUplink>> =>
  Object.fromEntries(
    devices.flatMap(({ sourceId, uplink }) =>
      uplink
        ? [
            [
              ids.get(sourceId) ?? '',
              { upperId: ids.get(uplink.sourceId) ?? '', port: uplink.port, isCable: uplink.isCable },
            ] as const,
          ]
        : [],
    ),
  );
