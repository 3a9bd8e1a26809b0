import type { DeviceStore, FigureReport } from '@northlight/device-plane';
import type { Entropy } from '@northlight/runtime';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/database.ts';
import { BoundedQueue } from '../platform/bounded-queue.ts';
import type { Envelope } from '../platform/secrets/envelope.ts';
import { saveEvent } from '../alarms/index.ts';
import { logEvent } from '../logs/index.ts';
import { saveClients } from '../clients/index.ts';
import { openDesired, recordHello } from '../devices/index.ts';
import { DEVICES_WITH_QUEUED_WORK, devicesWithOverdueWork } from '../jobs/index.ts';
import { offerCertificate, promoteCertificate } from './certificates.ts';
import { saveStats } from './stats.ts';
import { deviceSteps } from './step.ts';

const LINK_LOST = 9;
/** Upgrading, uploading, restarting. */
const HELD_STATES = [3, 4, 8];
const PRESENT_STATES = [1, 2, 3, 4, 5, 6, 7];
/** Fewer than there are connections: births and people find one free, however slow the database is with clients. */
const CLIENT_SAVES_AT_ONCE = 9;

/** Where reports are kept for history. */
export interface ReportHistory {
  append(reports: readonly FigureReport[]): Promise<void>;
  inTransaction<Result>(report: FigureReport | undefined, work: (tx: Tx) => Promise<Result>): Promise<Result>;
}

export interface PlaneStoreServices {
  readonly db: Db;
  readonly entropy: Entropy;
  readonly envelope: Envelope;
  readonly telemetry: ReportHistory;
}

/** The device plane's store in PostgreSQL. */
export function postgresDeviceStore({ db, entropy, envelope, telemetry }: PlaneStoreServices): DeviceStore {
  // What waits has not been acknowledged: devices' own limits bound it.
  const clientSaves = new BoundedQueue(CLIENT_SAVES_AT_ONCE, Number.POSITIVE_INFINITY, '');
  return {
    provisioning: async (sn) => {
      const row = await db
        .selectFrom('base_devices')
        .leftJoin('devices', 'devices.sn', 'base_devices.sn')
        .select(['base_devices.secret_hash', 'devices.id'])
        .where('base_devices.sn', '=', sn)
        .executeTakeFirst();
      return row && { secretHash: row.secret_hash, claimed: row.id !== null };
    },
    recordHello: (sn, hello, now, address) => recordHello(db, sn, hello, now, address),
    issueCredential: (sn, tokenHash) =>
      db
        .updateTable('devices')
        .set({
          token_hash: tokenHash,
          next_token_hash: null,
          next_token_salt: null,
          certificate: null,
          next_certificate: null,
          instance: null,
          epoch: sql<number>`epoch + 1`,
        })
        .where('sn', '=', sn)
        .returning(['id', 'epoch'])
        .executeTakeFirst(),
    credential: async (deviceId) => {
      const row = await db
        .selectFrom('devices')
        .select(['token_hash', 'next_token_hash', 'certificate', 'next_certificate', 'project_id'])
        .where('id', '=', deviceId)
        .executeTakeFirst();
      return row?.token_hash
        ? {
            tokenHash: row.token_hash,
            nextHash: row.next_token_hash ?? undefined,
            certificate: row.certificate ?? undefined,
            nextCertificate: row.next_certificate ?? undefined,
            projectId: row.project_id,
          }
        : undefined;
    },
    offerCredential: async (deviceId, presentHash, fresh) => {
      const row = await db
        .updateTable('devices')
        .set({
          next_token_hash: sql<string>`coalesce(next_token_hash, ${fresh.tokenHash})`,
          next_token_salt: sql<string>`coalesce(next_token_salt, ${fresh.salt})`,
        })
        .where('id', '=', deviceId)
        .where('token_hash', '=', presentHash)
        .returning(['next_token_salt', 'epoch'])
        .executeTakeFirst();
      return row?.next_token_salt ? { salt: row.next_token_salt, epoch: row.epoch + 1 } : undefined;
    },
    promoteCredential: async (deviceId, nextHash) => {
      const promoted = await db
        .updateTable('devices')
        .set({
          token_hash: nextHash,
          next_token_hash: null,
          next_token_salt: null,
          epoch: sql<number>`epoch + 1`,
        })
        .where('id', '=', deviceId)
        .where('next_token_hash', '=', nextHash)
        .returning('id')
        .executeTakeFirst();
      if (promoted) return true;
      // Another connection was quicker with the same token.
      const present = db.selectFrom('devices').select('id').where('id', '=', deviceId);
      return (await present.where('token_hash', '=', nextHash).executeTakeFirst()) !== undefined;
    },
    offerCertificate: (deviceId, proof, fingerprint) => offerCertificate(db, deviceId, proof, fingerprint),
    promoteCertificate: (deviceId, fingerprint) => promoteCertificate(db, deviceId, fingerprint),
    step: deviceSteps(db, entropy, (id, stored) => openDesired(envelope, id, stored)),
    logReports: (reports) => telemetry.append(reports),
    saveStats: (updates) => saveStats(db, updates),
    saveClients: (update) =>
      clientSaves.run(() => telemetry.inTransaction(update.report, (tx) => saveClients(tx, update))),
    saveTopology: async (deviceId, message) => {
      const rows = await db
        .updateTable('device_state')
        .set({ neighbours: JSON.stringify(message.lldp) })
        .where('device_id', '=', deviceId)
        .returning('project_id')
        .execute();
      return rows.map((row) => ({ projectId: row.project_id, resources: ['devices'] as const }));
    },
    logEvent: (deviceId, message, now) => logEvent(db, entropy, deviceId, message, now),
    saveEvent: (deviceId, message, now) => saveEvent(db, entropy, deviceId, message, now),
    renewLease: async (instance, until) => {
      await db
        .insertInto('gateway_leases')
        .values({ instance, until: new Date(until) })
        .onConflict((conflict) => conflict.column('instance').doUpdateSet({ until: new Date(until) }))
        .execute();
    },
    holdDevice: async (deviceId, instance) => {
      await db.updateTable('devices').set({ instance }).where('id', '=', deviceId).execute();
    },
    heldDevices: async (instance) => {
      const { rows } = await sql<{ id: string; session: string | null; waiting: boolean }>`
        select d.id, d.session, w.device_id is not null as waiting from devices d
        left join (${sql.raw(DEVICES_WITH_QUEUED_WORK)}) w on w.device_id = d.id
        where d.instance = ${instance}`.execute(db);
      return rows.map(({ session, ...device }) => ({ ...device, session: session ?? undefined }));
    },
    orphanedDevices: async (now) => {
      const rows = await db
        .selectFrom('devices')
        .leftJoin('gateway_leases', 'gateway_leases.instance', 'devices.instance')
        .select('devices.id')
        .where('devices.state', 'in', PRESENT_STATES)
        .where((where) =>
          where.or([
            where('gateway_leases.until', 'is', null),
            where('gateway_leases.until', '<', new Date(now)),
          ]),
        )
        .execute();
      return rows.map((row) => row.id);
    },
    dueDevices: async (now, lostBefore, heldBefore) => {
      const late = await devicesWithOverdueWork(db, new Date(now));
      const lost = await db
        .selectFrom('devices')
        .select('id')
        .where('state', '=', LINK_LOST)
        .where('state_at', '<=', new Date(lostBefore))
        .execute();
      const held = await db
        .selectFrom('devices')
        .select('id')
        .where('state', 'in', HELD_STATES)
        .where('state_at', '<=', new Date(heldBefore))
        .execute();
      return [...new Set([...late, ...[...lost, ...held].map((row) => row.id)])];
    },
  };
}
