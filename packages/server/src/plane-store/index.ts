import type { EventMessage } from '@northlight/contract/device-protocol';
import type { DeviceStore, FigureReport, MessageNote } from '@northlight/device-plane';
import { createRandomId, type Entropy } from '@northlight/runtime';
import { sql } from 'kysely';
import type { Db, Tx } from '../platform/db/database.ts';
import { BoundedQueue } from '../platform/bounded-queue.ts';
import type { Envelope } from '../platform/secrets/envelope.ts';
import { saveEvent } from '../alarms/index.ts';
import { logEvent } from '../logs/index.ts';
import { saveClients } from '../clients/index.ts';
import {
  readCredential,
  findStuckDevices,
  assignToInstance,
  issueCredential,
  offerCertificate,
  offerCredential,
  openDesiredConfig,
  listOrphanedDevices,
  promoteCertificate,
  promoteCredential,
  readProvisioning,
  recordHello,
  renewGatewayLease,
  saveMessageNote,
  saveNeighbours,
  saveRadarFinds,
  saveStats,
} from '../devices/index.ts';
import { DEVICES_WITH_QUEUED_WORK, listDevicesWithOverdueWork } from '../jobs/index.ts';
import { saveLearnedAddresses } from '../topology/index.ts';
import { createDeviceSteps } from './step.ts';

/**
 * Number of parallel saves of clients. It is below the number of database connections, so that births and
 * requests find a free one while saves are slow.
 */
const MAX_PARALLEL_CLIENT_SAVES = 9;

export interface ReportHistory {
  append(reports: readonly FigureReport[]): Promise<void>;
  inTransaction<Result>(report: FigureReport | undefined, work: (tx: Tx) => Promise<Result>): Promise<Result>;
}

export interface PlaneStoreServices {
  readonly db: Db;
  readonly entropy: Entropy;
  readonly envelope: Envelope;
  readonly telemetry: ReportHistory;
  /** Lets new hardware take over the device that waits for it; resolves to true if it has. */
  readonly takeOver: (sn: string) => Promise<boolean>;
}

const NOTE_TITLES = { refused: 'Message refused', cleaned: 'Parts of a message left out' } as const;

const createNoteEvent = ({ kind, reason }: MessageNote, entropy: Entropy, now: number): EventMessage => ({
  eid: createRandomId(entropy, now),
  ts: now,
  type: `message-${kind}`,
  sev: 'warning',
  data: { text: `${NOTE_TITLES[kind]}: ${reason}` },
});

export function createPostgresDeviceStore({
  db,
  entropy,
  envelope,
  takeOver,
  telemetry,
}: PlaneStoreServices): DeviceStore {
  // Needs no limit: reports in this queue are not acknowledged yet, and devices limit their unacknowledged
  // reports.
  const clientSaves = new BoundedQueue(MAX_PARALLEL_CLIENT_SAVES, Number.POSITIVE_INFINITY, '');
  return {
    readProvisioning: (sn) => readProvisioning(db, sn),
    recordHello: (sn, hello, now, address) => recordHello(db, sn, hello, now, address),
    issueCredential: async (sn, tokenHash) =>
      (await issueCredential(db, sn, tokenHash)) ??
      ((await takeOver(sn)) ? issueCredential(db, sn, tokenHash) : undefined),
    readCredential: (deviceId) => readCredential(db, deviceId),
    offerCredential: (deviceId, presentHash, fresh) => offerCredential(db, deviceId, presentHash, fresh),
    promoteCredential: (deviceId, nextHash) => promoteCredential(db, deviceId, nextHash),
    offerCertificate: (deviceId, proof, fingerprint) => offerCertificate(db, deviceId, proof, fingerprint),
    promoteCertificate: (deviceId, fingerprint) => promoteCertificate(db, deviceId, fingerprint),
    step: createDeviceSteps(db, entropy, (id, stored) => openDesiredConfig(envelope, id, stored)),
    logReports: (reports) => telemetry.append(reports),
    saveStats: async (updates) => {
      await saveRadarFinds(db, updates);
      return saveStats(db, updates);
    },
    saveClients: (update) =>
      clientSaves.run(() => telemetry.inTransaction(update.report, (tx) => saveClients(tx, update))),
    saveTopology: async (deviceId, message, now) => {
      await saveLearnedAddresses(db, deviceId, message, new Date(now));
      return saveNeighbours(db, deviceId, message);
    },
    logEvent: (deviceId, message, now) => logEvent(db, entropy, deviceId, message, now),
    saveEvent: (deviceId, message, now) => saveEvent(db, entropy, deviceId, message, now),
    saveMessageNote: (deviceId, note, now) =>
      db
        .transaction()
        .execute(async (tx) => [
          ...(await saveMessageNote(tx, deviceId, note, now)),
          ...(await logEvent(tx, entropy, deviceId, createNoteEvent(note, entropy, now), now)),
        ]),
    renewLease: (instance, until) => renewGatewayLease(db, instance, new Date(until)),
    assignToInstance: (deviceId, instance) => assignToInstance(db, deviceId, instance),
    listDevicesOfInstance: async (instance) => {
      const { rows } = await sql<{ id: string; session: string | null; waiting: boolean }>`
        select d.id, d.session, w.device_id is not null as waiting from devices d
        left join (${sql.raw(DEVICES_WITH_QUEUED_WORK)}) w on w.device_id = d.id
        where d.instance = ${instance}`.execute(db);
      return rows.map(({ session, ...device }) => ({ ...device, session: session ?? undefined }));
    },
    orphanedDevices: (now) => listOrphanedDevices(db, new Date(now)),
    dueDevices: async (now, lostBefore, heldBefore) => {
      const overdue = await listDevicesWithOverdueWork(db, new Date(now));
      const stuck = await findStuckDevices(db, new Date(lostBefore), new Date(heldBefore));
      return [...new Set([...overdue, ...stuck])];
    },
  };
}
