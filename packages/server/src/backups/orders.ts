import { NET_MODES } from '@northlight/contract';
import { CompiledQuery } from 'kysely';
import { readReviewSnapshot } from '../network/index.ts';
import type { BackupOrder, ProjectWork } from '../services.ts';

/** A device that was never sent a configuration has nothing to go back to. */
const STORE_ORDERS = `/* prepared: backup-orders */
insert into backup_orders (id, project_id, device_id, cause, config_version, device, settings, ordered_at, ordered_by)
select ordered.id, devices.project_id, devices.id, $3, $4,
  jsonb_build_object('sn', devices.sn, 'name', devices.name, 'model', devices.model, 'role', ordered.role,
    'software', devices.software, 'revision', devices.desired_rev, 'radios', devices.caps->'radios'),
  ordered.settings, $5, $6
from jsonb_to_recordset($1::jsonb) as ordered(id uuid, device text, role text, settings jsonb)
join devices on devices.id = ordered.device
join projects on projects.id = devices.project_id
where devices.project_id = $2 and devices.desired_rev > 0 and projects.net_mode = $7`;

/**
 * Orders a backup of each device as it is now, in the transaction of the change that the backups precede: the orders are
 * committed with the change or not at all, and the files are written afterwards.
 */
export async function orderBackups(
  work: ProjectWork,
  { before, cause, deviceIds }: BackupOrder,
): Promise<void> {
  if (deviceIds.length === 0) return;
  const { projectId, tx } = work;
  const { devices, settings, version } = before ?? (await readReviewSnapshot(tx, projectId));
  const ordered = new Set(deviceIds);
  const rows = devices
    .filter(({ id }) => ordered.has(id))
    .map(({ id, role }) => ({
      id: work.createId(),
      device: id,
      role,
      settings: settings.get(id)?.settings ?? null,
    }));
  const values = [JSON.stringify(rows), projectId, cause, version, work.now, work.actor, NET_MODES.wlan];
  await tx.executeQuery(CompiledQuery.raw(STORE_ORDERS, values));
}
