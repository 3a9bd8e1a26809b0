import type { Db } from '../platform/db/database.ts';
import type { DeviceFileUrls } from '../platform/device-files/device-files.ts';

/** The file of the upgrade that a device is asked to make, as an address for a while; undefined when there is none. */
export async function softwareFor(db: Db, files: DeviceFileUrls, deviceId: string) {
  const row = await db
    .selectFrom('job_rows')
    .select('args')
    .where('device_id', '=', deviceId)
    .where('kind', '=', 'upgrade')
    .where('state', 'in', ['sent', 'running'])
    .executeTakeFirst();
  const sha256 = row?.args['sha256'];
  if (typeof sha256 !== 'string') return undefined;
  const firmware = await db
    .selectFrom('firmware')
    .innerJoin('devices', (join) =>
      join
        .on('devices.id', '=', deviceId)
        .on((on) =>
          on.or([
            on('firmware.project_id', 'is', null),
            on('firmware.project_id', '=', on.ref('devices.project_id')),
          ]),
        ),
    )
    .select(['firmware.file_id', 'firmware.size_bytes'])
    .where('firmware.sha256', '=', sha256)
    .executeTakeFirst();
  if (!firmware) return undefined;
  const { file_id: fileId, size_bytes: size } = firmware;
  return { url: files.urlFor({ deviceId, fileId, size }).url, sizeBytes: size, sha256 };
}
