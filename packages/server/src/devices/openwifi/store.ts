import { getSourceNetwork } from '@northlight/runtime';
import type { OpenWifiIdentity, OpenWifiStore, WaitingDevice } from '@northlight/device-plane';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Envelope } from '../../platform/secrets/envelope.ts';
import { readDecision } from '../waiting/read-decision.ts';
import { NEW_LINK, openLink, sealLink } from './stored-link.ts';

/**
 * Maximum number of authorities with one subject that are tried, because accounts may add any number with the
 * same subject.
 */
const MAX_SAME_NAME = 50;
/**
 * Maximum number of pending devices per account, because the owner of an authority can create any number of
 * certificates.
 */
const MAX_PENDING = 1_000;

/** Minimum time between two stored refusals with the same reason. */
const REFUSAL_INTERVAL_MS = 60_000;

/** Returns the PostgreSQL store of the uCentral endpoint. */
export function createOpenWifiStore(db: Db, envelope: Envelope): OpenWifiStore {
  return {
    findAuthorities: async (subject) => {
      const rows = await db
        .selectFrom('trusted_authorities')
        .innerJoin('accounts', 'accounts.id', 'trusted_authorities.account_id')
        .select(['trusted_authorities.account_id', 'trusted_authorities.key_hash', 'trusted_authorities.pem'])
        .where(sql<boolean>`md5(trusted_authorities.subject) = md5(${subject})`)
        .where('trusted_authorities.subject', '=', subject)
        .where('accounts.disabled_at', 'is', null)
        .orderBy('trusted_authorities.added_at')
        .limit(MAX_SAME_NAME)
        .execute();
      return rows.map((row) => ({ accountId: row.account_id, keyHash: row.key_hash, certificate: row.pem }));
    },
    findDevice: async ({ accountId, keyHash, sn }) => {
      const row = await db
        .selectFrom('devices')
        .innerJoin('openwifi_links', 'openwifi_links.device_id', 'devices.id')
        .select('devices.id')
        .where('devices.sn', '=', sn)
        .where('openwifi_links.account_id', '=', accountId)
        .where('openwifi_links.key_hash', '=', keyHash)
        .executeTakeFirst();
      return row?.id;
    },
    recordRefusal: async ({ accountId, keyHash }, { device, reason }, now) => {
      const { numUpdatedRows } = await db
        .updateTable('trusted_authorities')
        .set({ refused_at: new Date(now), refused_device: device, refused_reason: reason })
        .where('account_id', '=', accountId)
        .where('key_hash', '=', keyHash)
        .where(
          sql<boolean>`(refused_at is null or refused_at < ${new Date(now - REFUSAL_INTERVAL_MS)}
            or refused_device <> ${device} or refused_reason <> ${reason})`,
        )
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    recordWaiting: (identity, device, now, address) =>
      db.transaction().execute((tx) => recordPending(tx, identity, device, now, address)),
    loadLink: async (deviceId) => {
      const { link } = await db
        .selectFrom('openwifi_links')
        .select('link')
        .where('device_id', '=', deviceId)
        .executeTakeFirstOrThrow();
      return { ...NEW_LINK, ...openLink(envelope, deviceId, link) };
    },
    saveLink: async (deviceId, link) => {
      await db
        .updateTable('openwifi_links')
        .set({ link: JSON.stringify(sealLink(envelope, deviceId, link)) })
        .where('device_id', '=', deviceId)
        .execute();
    },
  };
}

async function recordPending(
  tx: Tx,
  { accountId, keyHash, mac, sn }: OpenWifiIdentity,
  { caps, model, software }: WaitingDevice,
  now: number,
  address: string | undefined,
): Promise<{ accountId: string } | undefined> {
  // Ignores devices of an authority that was just removed.
  const trusted = await tx
    .selectFrom('trusted_authorities')
    .select('id')
    .where('account_id', '=', accountId)
    .where('key_hash', '=', keyHash)
    .forShare()
    .executeTakeFirst();
  if (!trusted) return undefined;
  const before = await tx
    .selectFrom('waiting_devices')
    .select('since')
    .where('sn', '=', sn)
    .where('key_hash', '=', keyHash)
    .forUpdate()
    .executeTakeFirst();
  if (!before && (await countPending(tx, accountId)) >= MAX_PENDING) return undefined;
  const decision = await readDecision(tx, accountId, sn, now);
  const isNew = !before || decision === 'lapsed';
  const values = {
    model,
    mac,
    software,
    caps: JSON.stringify(caps),
    network: address === undefined ? null : getSourceNetwork(address),
    since: isNew ? new Date(now) : (before.since ?? new Date(now)),
    last_seen_at: new Date(now),
  };
  await tx
    .insertInto('waiting_devices')
    .values({ sn, account_id: accountId, key_hash: keyHash, cloud_code: null, ...values })
    .onConflict((conflict) => conflict.columns(['sn', 'key_hash']).doUpdateSet(values))
    .execute();
  return isNew && (decision === 'lapsed' || decision === 'waiting') ? { accountId } : undefined;
}

async function countPending(tx: Tx, accountId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('waiting_devices')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return count;
}
