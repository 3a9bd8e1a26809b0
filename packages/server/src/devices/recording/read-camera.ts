import type { DeviceDetail, RecordedBy } from '@northlight/contract';
import { cameraStat, recorderStat } from '@northlight/contract/device-protocol';
import { DAY_MS } from '@northlight/runtime';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { DeviceRow } from '../store.ts';
import { listPromises } from './promises.ts';

type CameraRow = Pick<DeviceRow, 'camera' | 'camera_at' | 'kind' | 'mac'>;
type CameraReport = Pick<DeviceDetail, 'camera' | 'cameraAt' | 'recordedBy'>;

/** Returns the reported streams of a camera, and the channels that record it. The report of another device is ignored. */
export async function readCamera(db: Db, projectId: number, row: CameraRow): Promise<CameraReport> {
  if (row.kind !== 'ipc') return {};
  const recordedBy = await listRecordings(db, projectId, row.mac);
  const stat = cameraStat.safeParse(row.camera).data;
  if (!stat || !row.camera_at) return { recordedBy };
  return { camera: stat, cameraAt: row.camera_at.toISOString(), recordedBy };
}

async function listRecordings(db: Db, projectId: number, mac: string): Promise<RecordedBy> {
  const rows = await db
    .selectFrom('device_state')
    .innerJoin('devices', 'devices.id', 'device_state.device_id')
    .select(['devices.id', 'devices.name', 'device_state.recorder'])
    .where('devices.project_id', '=', projectId)
    .where('devices.kind', '=', 'nvr')
    .where(sql<boolean>`device_state.recorder -> 'channels' @> ${JSON.stringify([{ mac }])}::jsonb`)
    .orderBy('devices.name')
    .execute();
  const promisedDays = (await listPromises(db, projectId, [mac])).get(mac);
  return rows.flatMap(({ id, name, recorder }) =>
    (recorderStat.safeParse(recorder).data?.channels ?? [])
      .filter((channel) => channel.mac === mac)
      .map(({ number, oldestSeconds, recording }) => ({
        recorder: { id, name },
        channel: number,
        recording,
        ...(oldestSeconds !== undefined && { heldDays: (oldestSeconds * 1000) / DAY_MS }),
        ...(promisedDays !== undefined && { promisedDays }),
      })),
  );
}
