import type { Db } from '../platform/db/database.ts';
import type { Envelope } from '../platform/secrets/envelope.ts';
import { auditKey, deleteRecords } from './chain.ts';

/** Deletes what a project's records before a time told of; answers how many there were. */
export const forgetAudit = (db: Db, envelope: Envelope, projectId: number, before: Date): Promise<number> =>
  deleteRecords(db, auditKey(envelope), projectId, before);
