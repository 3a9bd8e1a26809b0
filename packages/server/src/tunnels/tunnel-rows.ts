import { type CallerType, ERRORS } from '@northlight/contract';
import { hashSha256Hex } from '@northlight/runtime';
import type { Insertable, Selectable } from 'kysely';
import type { Db, DbOrTx, Tx } from '../platform/db/database.ts';

export interface TunnelTable {
  /** Id of the tunnel in the API. */
  id: string;
  project_id: number;
  device_id: string;
  device_name: string;
  /** Account that opened the tunnel. The tunnel ends with the access of the opening session. */
  account_id: string;
  session_id: string;
  access: CallerType;
  /** SHA-256 (hex) of the first part of the tunnel's host name. */
  label_hash: string;
  /** SHA-256 (hex) of the device's ticket. */
  ticket_hash: string;
  expires_at: Date;
  /** Job with the connect command. */
  job_id: string | null;
  /** Server process to which the device is connected; null before it connects. */
  process: string | null;
  /** SHA-256 (hex) of the one-time entry key, valid until `entrance_until`. */
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

/** Reason why a tunnel ended or failed, as an error code and a text. */
export interface TunnelEnd {
  readonly code: number;
  readonly reason: string;
}

export const TUNNEL_ENDS = {
  expired: {
    code: ERRORS.remoteEnded.code,
    reason: 'The connection ended after 15 min. Open it again if you need it.',
  },
  closed: { code: ERRORS.remoteEnded.code, reason: 'The connection was closed.' },
  accessEnded: {
    code: ERRORS.remoteEnded.code,
    reason: 'Your access to the device or your session has ended.',
  },
  lost: { code: ERRORS.remoteFailed.code, reason: 'The device ended the connection. Open it again.' },
  stopped: {
    code: ERRORS.remoteFailed.code,
    reason: 'The server that held the connection stopped. Open it again.',
  },
  unanswered: {
    code: ERRORS.remoteSignInTimeout.code,
    reason: 'The device did not answer in time. Try again.',
  },
} as const satisfies Record<string, TunnelEnd>;

/** Returns the end of a tunnel; undefined while it has not ended. */
export function findTunnelEnd(row: TunnelRow, now: number): TunnelEnd | undefined {
  if (row.ended_at)
    return { code: row.ended_code ?? ERRORS.remoteEnded.code, reason: row.ended_reason ?? '' };
  return row.expires_at.getTime() <= now ? TUNNEL_ENDS.expired : undefined;
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
    label_hash: hashSha256Hex(label),
    ticket_hash: hashSha256Hex(ticket),
  };
  return tx.insertInto('tunnels').values(values).returningAll().executeTakeFirstOrThrow();
}

/** Finds a tunnel of a project; undefined for other projects and deleted tunnels. */
export const findTunnel = (db: Db, id: string, projectId: number): Promise<TunnelRow | undefined> =>
  db
    .selectFrom('tunnels')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst();

export const findTunnelByLabel = (db: Db, label: string): Promise<TunnelRow | undefined> =>
  db.selectFrom('tunnels').selectAll().where('label_hash', '=', hashSha256Hex(label)).executeTakeFirst();

export const findOpenTunnel = (db: Db, id: string, now: number): Promise<TunnelRow | undefined> =>
  db
    .selectFrom('tunnels')
    .selectAll()
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst();

/** Finds the tunnel of a device that has not ended; undefined without one. */
export const findTunnelOfDevice = (tx: Tx, deviceId: string, now: number): Promise<TunnelRow | undefined> =>
  tx
    .selectFrom('tunnels')
    .selectAll()
    .where('device_id', '=', deviceId)
    .where('expires_at', '>', new Date(now))
    .where('ended_at', 'is', null)
    .executeTakeFirst();

export async function setTunnelJob(db: Db, id: string, jobId: string): Promise<void> {
  await db.updateTable('tunnels').set({ job_id: jobId }).where('id', '=', id).execute();
}

/** Redeems a ticket for this process; returns undefined when no tunnel waits for it. */
export const redeemTicket = (
  db: Db,
  ticket: string,
  process: string,
  now: number,
): Promise<TunnelRow | undefined> =>
  db
    .updateTable('tunnels')
    .set({ process })
    .where('ticket_hash', '=', hashSha256Hex(ticket))
    .where('process', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .returningAll()
    .executeTakeFirst();

/** Sets a new one-time entry key in place of the earlier one. */
export async function setEntryKey(db: Db, id: string, key: string, until: number): Promise<void> {
  await db
    .updateTable('tunnels')
    .set({ entrance_hash: hashSha256Hex(key), entrance_until: new Date(until) })
    .where('id', '=', id)
    .execute();
}

/** Returns true once for a valid entry key. */
export async function useEntryKey(db: DbOrTx, id: string, key: string, now: number): Promise<boolean> {
  const used = await db
    .updateTable('tunnels')
    .set({ entrance_hash: null, entrance_until: null })
    .where('id', '=', id)
    .where('entrance_hash', '=', hashSha256Hex(key))
    .where('entrance_until', '>', new Date(now))
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Stores the end of a tunnel; a later end does not replace the first one. */
export async function endTunnel(db: Db | Tx, id: string, end: TunnelEnd, now: number): Promise<void> {
  await db
    .updateTable('tunnels')
    .set({ ended_at: new Date(now), ended_code: end.code, ended_reason: end.reason })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

export async function deleteOldTunnels(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('tunnels').where('expires_at', '<', before).execute();
}
