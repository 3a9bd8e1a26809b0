import type { Tx } from '../platform/db/database.ts';
import { createMissingDeviceError } from '../jobs/index.ts';
import type { ReplacedDeviceRow } from '../devices/index.ts';

/** Locks and returns a device whose hardware is replaced. Throws if the device left the project, or cannot be replaced. */
export async function lockReplacedDevice(
  tx: Tx,
  projectId: number,
  deviceId: string,
): Promise<ReplacedDeviceRow> {
  const device = await tx
    .selectFrom('devices')
    .select(['id', 'sn', 'mac', 'name', 'model', 'kind', 'role', 'caps', 'authority', 'state'])
    .where('id', '=', deviceId)
    .where('project_id', '=', projectId)
    .forUpdate()
    .executeTakeFirst();
  if (!device) throw await createMissingDeviceError(tx, projectId, [deviceId]);
  return device;
}
