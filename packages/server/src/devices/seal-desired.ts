import type { DeviceConfig } from '@northlight/contract/device-protocol';
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import { type Envelope, Secret } from '../platform/secrets/envelope.ts';

const PURPOSE = 'desired-configuration';
const BATCH_ROWS = 500;

/** A stored desired configuration, encrypted as a whole: any part may contain secrets. */
export interface SealedConfig {
  readonly sealed: string;
}
/** Earlier versions stored configurations without known secrets as they are. */
export type StoredDesiredConfig = SealedConfig | DeviceConfig;

export function sealDesiredConfig(envelope: Envelope, deviceId: string, config: DeviceConfig): SealedConfig {
  const sealed = envelope.sealFor(PURPOSE, deviceId, new Secret(JSON.stringify(config)));
  return { sealed: sealed.toString('base64') };
}

export function openDesiredConfig(
  envelope: Envelope,
  deviceId: string,
  stored: StoredDesiredConfig,
): DeviceConfig {
  if (!('sealed' in stored)) return stored;
  const text = envelope.openFor(PURPOSE, deviceId, Buffer.from(stored.sealed, 'base64')).reveal();
  return JSON.parse(text) as DeviceConfig;
}

/**
 * Seals the configurations that earlier versions stored as they are; returns their number. Not a migration, because
 * migrations have no key. A configuration that changes meanwhile stays as the change stored it.
 */
export async function sealStoredConfigs(db: Db, envelope: Envelope): Promise<number> {
  let sealed = 0;
  for (;;) {
    const { rows } = await sql<{ id: string; config: DeviceConfig; text: string }>`
      select id, desired_config as config, desired_config::text as text from devices
      where desired_config is not null and not desired_config ? 'sealed' limit ${BATCH_ROWS}`.execute(db);
    if (rows.length === 0) return sealed;
    const changes = rows.map(({ config, id, text }) => ({
      id,
      before: text,
      after: sealDesiredConfig(envelope, id, config),
    }));
    await sql`
      update devices set desired_config = change.after
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as change (id text, before text, after jsonb)
      where devices.id = change.id and devices.desired_config::text = change.before`.execute(db);
    sealed += rows.length;
  }
}
