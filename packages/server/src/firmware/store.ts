import {
  type Firmware,
  type FirmwareChannel,
  type FirmwareUpdate,
  formatModelName,
  findModelEntry,
} from '@northlight/contract';
import { compareVersions, isFirmwareForModel } from '@northlight/contract/device-protocol';
import type { Selectable } from 'kysely';
import type { DbOrTx } from '../platform/db/database.ts';
import type { FirmwareTable } from './tables.ts';
import { toNaturalOrder } from '../platform/db/text-match.ts';

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
  return (await rows.execute()).sort(compareNewestFirst);
}

const compareNewestFirst = (one: FirmwareRow, other: FirmwareRow): number =>
  compareVersions(other.version, one.version);

interface UpgradableDevice {
  readonly id: string;
  readonly name: string;
  readonly model: string;
  readonly software: string | null;
}

/** Lists the firmware that a project can use: its own files and the releases of its selected channels, with available updates. */
export async function listProjectFirmware(db: DbOrTx, projectId: number) {
  const devices: UpgradableDevice[] = await db
    .selectFrom('devices')
    .select(['id', 'name', 'model', 'software'])
    .where('project_id', '=', projectId)
    .orderBy(toNaturalOrder('name_key'))
    .execute();
  const own = await db.selectFrom('firmware').selectAll().where('project_id', '=', projectId).execute();
  const releases = await listReleases(db);
  const selectedChannels = new Map(
    (
      await db
        .selectFrom('firmware_channels')
        .select(['model', 'channel'])
        .where('project_id', '=', projectId)
        .execute()
    ).map(({ channel, model }) => [model, channel] as const),
  );
  const families = [...new Set(devices.map(({ model }) => findModelEntry(model)?.prefix ?? model))].sort();
  const offered = releases.filter((release) =>
    devices.some(
      ({ model }) =>
        isFirmwareForModel(release, model) && isInChannel(release.channel, model, selectedChannels),
    ),
  );
  return {
    items: [...own.sort(compareNewestFirst), ...offered].map(presentFirmware),
    channels: families.map((model) => ({
      model,
      modelName: formatModelName(model),
      channel: selectedChannels.get(model) ?? ('stable' as const),
    })),
    updates: devices.flatMap((device) => findUpdate(device, releases, selectedChannels)),
  };
}

/** Returns true when the model's selected channel includes a release; the beta channel includes stable releases. */
function isInChannel(
  channel: FirmwareChannel | null,
  model: string,
  selectedChannels: ReadonlyMap<string, FirmwareChannel>,
): boolean {
  const family = findModelEntry(model)?.prefix ?? model;
  return channel === 'stable' || (channel === 'beta' && selectedChannels.get(family) === 'beta');
}

function findUpdate(
  { id, model, name, software }: UpgradableDevice,
  releases: readonly FirmwareRow[],
  selectedChannels: ReadonlyMap<string, FirmwareChannel>,
): FirmwareUpdate[] {
  if (software === null) return [];
  // Takes the first matching release, because releases are sorted newest first.
  const newest = releases.find(
    (release) => isFirmwareForModel(release, model) && isInChannel(release.channel, model, selectedChannels),
  );
  return newest && compareVersions(newest.version, software) > 0
    ? [{ deviceId: id, deviceName: name, from: software, to: newest.version, firmwareId: newest.id }]
    : [];
}
