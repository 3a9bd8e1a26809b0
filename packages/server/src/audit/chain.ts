import { createHmac } from 'node:crypto';
import { formatCanonicalJson } from '@northlight/runtime';
import { type Selectable, sql } from 'kysely';
import { AUDIT_COLUMNS } from '../platform/audit.ts';
import type { Db, DbOrTx } from '../platform/db/database.ts';
import type { Envelope } from '../platform/secrets/envelope.ts';
import type { AuditTable } from './tables.ts';

const HEAD = 1;
const BATCH = 500;
/** Hash to which the first record is linked. */
const ROOT = '0'.repeat(64);

type ChainedRecord = Pick<Selectable<AuditTable>, (typeof AUDIT_COLUMNS)[number]>;

/**
 * Returns the key of the hash chain, without which write access to the database does not suffice to forge a
 * valid chain.
 */
export const deriveAuditKey = (envelope: Envelope): Buffer => envelope.derive('audit-chain', '1');

function computeLinkHash(key: Buffer, previous: string, sequence: number, row: ChainedRecord): string {
  const { at, ...fields } = row;
  const text = formatCanonicalJson({ ...fields, at: at.toISOString(), sequence, previous });
  return createHmac('sha256', key).update(text).digest('hex');
}

export interface ChainHead {
  readonly sequence: number;
  readonly hash: string;
}

/**
 * Links the records that are not yet in the chain, oldest first; resolves to the new head. Records are written without
 * a link in the transaction of the change they describe, so that transactions do not wait for each other at the head.
 */
export async function chainAuditRows(db: Db, key: Buffer): Promise<ChainHead> {
  for (;;) {
    const { head, full } = await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('audit_head')
        .values({ id: HEAD, sequence: 0, hash: ROOT })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
      let current: ChainHead = await tx
        .selectFrom('audit_head')
        .select(['sequence', 'hash'])
        .where('id', '=', HEAD)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const rows = await tx
        .selectFrom('audit')
        .select(AUDIT_COLUMNS)
        .where('sequence', 'is', null)
        .orderBy('at')
        .orderBy('id')
        .limit(BATCH)
        .execute();
      const links: (ChainHead & { readonly id: string })[] = [];
      for (const row of rows) {
        const sequence = current.sequence + 1;
        current = { sequence, hash: computeLinkHash(key, current.hash, sequence, row) };
        links.push({ id: row.id, ...current });
      }
      if (links.length > 0) {
        // PostgreSQL knows the length of arrays and finds a few records through the index of ids.
        const ids = links.map(({ id }) => id);
        const sequences = links.map(({ sequence }) => sequence);
        const hashes = links.map(({ hash }) => hash);
        await sql`update audit set sequence = link.sequence, hash = link.hash
          from unnest(${ids}::uuid[], ${sequences}::bigint[], ${hashes}::text[])
            as link(id, sequence, hash)
          where audit.id = link.id`.execute(tx);
        await tx.updateTable('audit_head').set(current).where('id', '=', HEAD).execute();
      }
      return { head: current, full: rows.length === BATCH };
    });
    if (!full) return head;
  }
}

/** Values of a record whose content was deleted. */
const DELETED = {
  actor: '',
  actor_id: null,
  network: null,
  action: 'deleted',
  object: '',
  before: null,
  after: null,
  result: '',
  request_id: null,
};

/**
 * Computes the proof that the server deleted the content of a record. The proof cannot be computed without
 * the key.
 */
const computeDeletionMac = (key: Buffer, sequence: number, hash: string, at: Date): string =>
  createHmac('sha256', key).update(`deleted ${sequence} ${hash} ${at.toISOString()}`).digest('hex');

/**
 * Deletes the content of a project's linked records before a time; returns their number. Sequence, time and hash stay, so
 * that the chain remains valid.
 */
export async function deleteRecords(db: Db, key: Buffer, projectId: number, before: Date): Promise<number> {
  for (let deleted = 0; ;) {
    const count = await db.transaction().execute(async (tx) => {
      const rows = await tx
        .selectFrom('audit')
        .select(['id', 'sequence', 'hash', 'at'])
        .where('project_id', '=', projectId)
        .where('at', '<', before)
        .where('sequence', 'is not', null)
        .where('deleted_mac', 'is', null)
        .orderBy('at')
        .limit(BATCH)
        .forUpdate()
        .execute();
      for (const { at, hash, id, sequence } of rows)
        await tx
          .updateTable('audit')
          .set({
            ...DELETED,
            deleted_mac: computeDeletionMac(key, sequence ?? 0, hash ?? '', at),
          })
          .where('id', '=', id)
          .execute();
      return rows.length;
    });
    deleted += count;
    if (count < BATCH) return deleted;
  }
}

export interface ChainReport {
  readonly length: number;
  readonly whole: boolean;
  readonly brokenAt?: number;
  readonly reason?: string;
}

/**
 * Verifies the chain from its root. A record that was edited, removed, added or moved breaks it at its sequence number.
 * Records removed at the end are detected by the head and by `anchor`, a head stored outside of the database.
 */
export async function verifyAudit(
  db: DbOrTx,
  key: Buffer,
  anchor: ChainHead | undefined,
): Promise<ChainReport> {
  let previous = ROOT;
  let sequence = 0;
  const broken = (reason: string): ChainReport => ({
    length: sequence,
    whole: false,
    brokenAt: sequence + 1,
    reason,
  });
  for (;;) {
    const rows = await db
      .selectFrom('audit')
      .select([...AUDIT_COLUMNS, 'sequence', 'hash', 'deleted_mac'])
      .where('sequence', '>', sequence)
      .orderBy('sequence')
      .limit(BATCH)
      .execute();
    for (const row of rows) {
      const { deleted_mac, hash, sequence: position, ...fields } = row;
      if (position !== sequence + 1) return broken(`Record ${sequence + 1} is missing.`);
      const isDeleted =
        deleted_mac !== null && deleted_mac === computeDeletionMac(key, position, hash ?? '', fields.at);
      if (!isDeleted && computeLinkHash(key, previous, position, fields) !== hash)
        return broken(`Record ${position} was changed after it was written.`);
      if (anchor?.sequence === position && anchor.hash !== hash)
        return broken(`Record ${position} differs from the head that is stored outside of the database.`);
      previous = hash ?? '';
      sequence = position;
    }
    if (rows.length < BATCH) break;
  }
  const head = await db.selectFrom('audit_head').select(['sequence', 'hash']).executeTakeFirst();
  const end = Math.max(head?.sequence ?? 0, anchor?.sequence ?? 0);
  if (end > sequence) return broken(`Records ${sequence + 1} to ${end} are missing.`);
  if (head && head.hash !== previous)
    return broken('The head of the chain was changed after it was written.');
  return { length: sequence, whole: true };
}

/** Deletes a project's records older than `before`; returns their number. */
export const deleteOldAudit = (
  db: Db,
  envelope: Envelope,
  projectId: number,
  before: Date,
): Promise<number> => deleteRecords(db, deriveAuditKey(envelope), projectId, before);
