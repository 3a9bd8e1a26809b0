import type { DeviceSettings } from '@northlight/contract';
import { insertRows } from '../../platform/db/insert-rows.ts';
import type { DbOrTx, Tx } from '../../platform/db/database.ts';
import { prepareQuery } from '../../platform/db/prepare-query.ts';

export interface StoredSettings {
  readonly version: number;
  readonly settings: DeviceSettings;
}

const readProjectSettings = prepareQuery('project-settings', (db, projectId: number) =>
  db
    .selectFrom('device_settings')
    .select(['device_id', 'version', 'settings'])
    .where('project_id', '=', projectId),
);

export async function readSettings(
  db: DbOrTx,
  projectId: number,
): Promise<ReadonlyMap<string, StoredSettings>> {
  const rows = await readProjectSettings(db, projectId);
  return new Map(rows.map(({ device_id, ...stored }) => [device_id, stored] as const));
}

export async function readDeviceSettings(db: DbOrTx, deviceId: string): Promise<StoredSettings> {
  const row = await db
    .selectFrom('device_settings')
    .select(['version', 'settings'])
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  return row ?? { version: 0, settings: {} };
}

/** Stores the settings, by device, with which the devices of a new project begin. */
export async function storeFirstSettings(
  tx: Tx,
  projectId: number,
  settings: ReadonlyMap<string, DeviceSettings>,
  { at, by }: { readonly at: Date; readonly by: string },
): Promise<void> {
  if (settings.size === 0) return;
  const row = { project_id: projectId, version: 1, changed_by: by, changed_at: at };
  const rows = [...settings].map(([deviceId, own]) => ({
    ...row,
    device_id: deviceId,
    settings: JSON.stringify(own),
  }));
  await insertRows(tx, 'device_settings', rows, { json: ['settings'] }).execute();
}
