import {
  type Firmware,
  type FirmwareChannel,
  type FirmwareUpdate,
  modelDisplayName,
  modelEntry,
} from '@northlight/contract';
import { compareVersions, firmwareFits } from '@northlight/contract/device-protocol';
import type { Selectable } from 'kysely';
import type { DbOrTx } from '../platform/db/database.ts';
import type { FirmwareTable } from './tables.ts';

export type FirmwareRow = Selectable<FirmwareTable>;

export const presentFirmware = (row: FirmwareRow): Firmware => ({
  id: row.id,
  models: row.models,
  version: row.version,
  sizeBytes: row.size_bytes,
  ...(row.notes !== null && { notes: row.notes }),
  ...(row.channel !== null && { channel: row.channel }),
  uploadedBy: row.uploaded_by,
  uploadedAt: row.uploaded_at.toISOString(),
});

export async function listReleases(db: DbOrTx): Promise<FirmwareRow[]> {
  const rows = db.selectFrom('firmware').selectAll().where('project_id', 'is', null);
  return (await rows.execute()).sort(newestFirst);
}

const newestFirst = (one: FirmwareRow, other: FirmwareRow): number =>
  compareVersions(other.version, one.version);

interface UpgradableDevice {
  readonly id: string;
  readonly name: string;
  readonly model: string;
  readonly software: string | null;
}

/** Firmware that a project may use: its own, and the releases of the channels that it follows. */
export async function projectFirmware(db: DbOrTx, projectId: number) {
  const devices: UpgradableDevice[] = await db
    .selectFrom('devices')
    .select(['id', 'name', 'model', 'software'])
    .where('project_id', '=', projectId)
    .orderBy('name_key')
    .execute();
  const own = await db.selectFrom('firmware').selectAll().where('project_id', '=', projectId).execute();
  const releases = await listReleases(db);
  const chosen = new Map(
    (
      await db
        .selectFrom('firmware_channels')
        .select(['model', 'channel'])
        .where('project_id', '=', projectId)
        .execute()
    ).map(({ channel, model }) => [model, channel] as const),
  );
  const families = [...new Set(devices.map(({ model }) => modelEntry(model)?.prefix ?? model))].sort();
  const offered = releases.filter((release) =>
    devices.some(({ model }) => firmwareFits(release, model) && isFollowed(release.channel, model, chosen)),
  );
  return {
    items: [...own.sort(newestFirst), ...offered].map(presentFirmware),
    channels: families.map((model) => ({
      model,
      modelName: modelDisplayName(model),
      channel: chosen.get(model) ?? ('stable' as const),
    })),
    updates: devices.flatMap((device) => updateFor(device, releases, chosen)),
  };
}

/** Who follows beta is offered what is stable too. */
function isFollowed(
  channel: FirmwareChannel | null,
  model: string,
  chosen: ReadonlyMap<string, FirmwareChannel>,
): boolean {
  const family = modelEntry(model)?.prefix ?? model;
  return channel === 'stable' || (channel === 'beta' && chosen.get(family) === 'beta');
}

function updateFor(
  { id, model, name, software }: UpgradableDevice,
  releases: readonly FirmwareRow[],
  chosen: ReadonlyMap<string, FirmwareChannel>,
): FirmwareUpdate[] {
  if (software === null) return [];
  // The newest comes first.
  const newest = releases.find(
    (release) => firmwareFits(release, model) && isFollowed(release.channel, model, chosen),
  );
  return newest && compareVersions(newest.version, software) > 0
    ? [{ deviceId: id, deviceName: name, from: software, to: newest.version, firmwareId: newest.id }]
    : [];
}
