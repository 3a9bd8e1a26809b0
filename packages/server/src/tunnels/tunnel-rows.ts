import { type CallerType, ERRORS } from '@northlight/contract';
import { sha256Hex } from '@northlight/runtime';
import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../platform/db/database.ts';

export interface TunnelTable {
  /** Names it in the API. */
  id: string;
  project_id: number;
  device_id: string;
  device_name: string;
  /** Who opened it: the tunnel ends with the right of this session. */
  account_id: string;
  session_id: string;
  access: CallerType;
  /** SHA-256, hex, of the first part of its host name. */
  label_hash: string;
  /** SHA-256, hex, of what the device proves itself with when it dials. */
  ticket_hash: string;
  expires_at: Date;
  /** The job that asks the device to dial. */
  job_id: string | null;
  /** The server process to which the device dialled; null before. */
  process: string | null;
  /** SHA-256, hex, of a key that is good for one visit, until then. */
  entrance_hash: string | null;
  entrance_until: Date | null;
  ended_at: Date | null;
  ended_code: number | null;
  ended_reason: string | null;
}

declare module '../platform/db/database.ts' {
  interface Database {
    tunnels: TunnelTable;
  }
}

export type TunnelRow = Selectable<TunnelTable>;

/** Why a tunnel is not open (any more): a code of the catalogue and a sentence. */
export interface TunnelEnd {
  readonly code: number;
  readonly reason: string;
}

export const TUNNEL_ENDS = {
  over: { code: ERRORS.remoteEnded.code, reason: 'The 15 minutes are over.' },
  closed: { code: ERRORS.remoteEnded.code, reason: 'It was closed.' },
  right: { code: ERRORS.remoteEnded.code, reason: 'The right to it has ended.' },
  lost: { code: ERRORS.remoteFailed.code, reason: 'The device ended the connection.' },
  stopped: { code: ERRORS.remoteFailed.code, reason: 'The server that held the connection stopped.' },
  unanswered: { code: ERRORS.remoteSignInTimeout.code, reason: 'The device did not answer in time.' },
} as const satisfies Record<string, TunnelEnd>;

/** How a tunnel ended; undefined while it has not. */
export function endOf(row: TunnelRow, now: number): TunnelEnd | undefined {
  if (row.ended_at)
    return { code: row.ended_code ?? ERRORS.remoteEnded.code, reason: row.ended_reason ?? '' };
  return row.expires_at.getTime() <= now ? TUNNEL_ENDS.over : undefined;
}

export async function insertTunnel(
  tx: Tx,
  row: Pick<
    TunnelRow,
    'id' | 'project_id' | 'device_id' | 'device_name' | 'account_id' | 'session_id' | 'access' | 'expires_at'
  > & { readonly label: string; readonly ticket: string },
): Promise<TunnelRow> {
  const { label, ticket, ...known } = row;
  const values: Insertable<TunnelTable> = {
    ...known,
    label_hash: sha256Hex(label),
    ticket_hash: sha256Hex(ticket),
  };
  return tx.insertInto('tunnels').values(values).returningAll().executeTakeFirstOrThrow();
}

/** Undefined for another project's, and for what has been forgotten. */
export const findTunnel = (db: Db, id: string, projectId: number): Promise<TunnelRow | undefined> =>
  db
    .selectFrom('tunnels')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst();

export const tunnelAtLabel = (db: Db, label: string): Promise<TunnelRow | undefined> =>
  db.selectFrom('tunnels').selectAll().where('label_hash', '=', sha256Hex(label)).executeTakeFirst();

/** A tunnel that has not ended; undefined otherwise. */
export const openTunnelRow = (db: Db, id: string, now: number): Promise<TunnelRow | undefined> =>
  db
    .selectFrom('tunnels')
    .selectAll()
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst();

export async function hasOpenTunnel(tx: Tx, deviceId: string, now: number): Promise<boolean> {
  const open = await tx
    .selectFrom('tunnels')
    .select('id')
    .where('device_id', '=', deviceId)
    .where('expires_at', '>', new Date(now))
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return open !== undefined;
}

export async function setTunnelJob(db: Db, id: string, jobId: string): Promise<void> {
  await db.updateTable('tunnels').set({ job_id: jobId }).where('id', '=', id).execute();
}

/** Uses a ticket up for this process; undefined when no tunnel waits for it. */
export const takeTicket = (
  db: Db,
  ticket: string,
  process: string,
  now: number,
): Promise<TunnelRow | undefined> =>
  db
    .updateTable('tunnels')
    .set({ process })
    .where('ticket_hash', '=', sha256Hex(ticket))
    .where('process', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .returningAll()
    .executeTakeFirst();

/** A new key for one visit, in place of the one before. */
export async function setEntrance(db: Db, id: string, key: string, until: number): Promise<void> {
  await db
    .updateTable('tunnels')
    .set({ entrance_hash: sha256Hex(key), entrance_until: new Date(until) })
    .where('id', '=', id)
    .execute();
}

/** True once for a key, while it is good. */
export async function useEntrance(db: Db, id: string, key: string, now: number): Promise<boolean> {
  const used = await db
    .updateTable('tunnels')
    .set({ entrance_hash: null, entrance_until: null })
    .where('id', '=', id)
    .where('entrance_hash', '=', sha256Hex(key))
    .where('entrance_until', '>', new Date(now))
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Notes how a tunnel ended; a later end does not replace the first. */
export async function endTunnel(db: Db | Tx, id: string, end: TunnelEnd, now: number): Promise<void> {
  await db
    .updateTable('tunnels')
    .set({ ended_at: new Date(now), ended_code: end.code, ended_reason: end.reason })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

export async function forgetOldTunnels(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('tunnels').where('expires_at', '<', before).execute();
}
