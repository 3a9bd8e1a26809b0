import { type DeviceSettings, listGatewayAddresses } from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import type { DbOrTx } from '../../platform/db/database.ts';
import { readSettings } from './store.ts';

/** A device with its own settings and the data for their validation. */
export interface SettingsDevice {
  readonly id: string;
  readonly sn: string;
  readonly name: string;
  readonly model: string;
  readonly state: number;
  readonly managed: 'cloud' | 'local';
  readonly caps: Capabilities;
  readonly version: number;
  readonly settings: DeviceSettings;
  readonly lanAddresses: readonly string[];
}

/** Returns the devices of a project with their settings, by id; unknown ids are absent. */
export async function loadSettingsDevices(
  db: DbOrTx,
  projectId: number,
  deviceIds: readonly string[],
): Promise<ReadonlyMap<string, SettingsDevice>> {
  const [settings, lanAddresses, devices] = [
    await readSettings(db, projectId),
    await readLanAddresses(db, projectId),
    await db
      .selectFrom('devices')
      .select(['id', 'sn', 'name', 'model', 'state', 'managed', 'caps'])
      .where('project_id', '=', projectId)
      .where('id', 'in', [...new Set(deviceIds)])
      .orderBy('name_key')
      .execute(),
  ];
  return new Map(
    devices.map((device) => {
      const stored = settings.get(device.id) ?? { version: 0, settings: {} };
      return [device.id, { ...device, ...stored, lanAddresses }] as const;
    }),
  );
}

async function readLanAddresses(db: DbOrTx, projectId: number): Promise<string[]> {
  const row = await db
    .selectFrom('network_configs')
    .select('config')
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row ? listGatewayAddresses(row.config) : [];
}
