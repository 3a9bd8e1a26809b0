import type { Db } from '../platform/db/database.ts';
import { findSoftwareBeingInstalled } from '../jobs/index.ts';
import type { DeviceFileUrls } from '../platform/device-files/device-files.ts';

/** Returns the temporary download URL of the file that a device is installing; undefined without an upgrade in progress. */
export async function findUpgradeDownload(db: Db, files: DeviceFileUrls, deviceId: string) {
  const sha256 = await findSoftwareBeingInstalled(db, deviceId);
  if (sha256 === undefined) return undefined;
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
