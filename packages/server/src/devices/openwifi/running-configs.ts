import type { DeviceConfig } from '@northlight/contract/device-protocol';
import type { DbOrTx } from '../../platform/db/database.ts';
import type { Envelope } from '../../platform/secrets/envelope.ts';
import { openDesiredConfig } from '../seal-desired.ts';

/**
 * Returns the configurations that OpenWiFi devices run, by device. Devices without a configuration of their project, and
 * other devices, are absent.
 */
export async function readRunningConfigs(
  db: DbOrTx,
  envelope: Envelope,
  deviceIds: readonly string[],
): Promise<ReadonlyMap<string, DeviceConfig>> {
  if (deviceIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('openwifi_links')
    .innerJoin('devices', 'devices.id', 'openwifi_links.device_id')
    .select(['devices.id', 'openwifi_links.link', 'devices.desired_config'])
    .select(['devices.desired_rev', 'devices.desired_hash', 'devices.reported_rev', 'devices.reported_hash'])
    .where('devices.id', 'in', [...deviceIds])
    .execute();
  return new Map(
    rows.flatMap((row) => {
      const isDesired = row.reported_rev === row.desired_rev && row.reported_hash === row.desired_hash;
      // Links that earlier versions stored have no configuration.
      const stored = isDesired ? row.desired_config : row.link.isLost ? undefined : row.link.applied?.config;
      return stored ? [[row.id, openDesiredConfig(envelope, row.id, stored)] as const] : [];
    }),
  );
}
