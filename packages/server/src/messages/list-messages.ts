import {
  FORMER_HOLDER_DAYS,
  type Message,
  modelDisplayName,
  SHARE_NEWS_DAYS,
  type Share,
  type Transfer,
} from '@northlight/contract';
import { DAY_MS } from '@northlight/runtime';
import { callingDevices } from '../devices/index.ts';
import { presentShare, presentTransfer, selectShares, selectTransfers } from '../sharing/index.ts';
import type { Services } from '../services.ts';

/** A message before it is known whether it was read. */
type Unmarked = Message extends infer M ? (M extends Message ? Omit<M, 'read'> : never) : never;

/** What waits for the account, newest first: derived from the things themselves, so that it cannot be out of date. */
export async function listMessages(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  accountId: string,
): Promise<Message[]> {
  const now = clock.now();
  const devices = await callingDevices(db, accountId)
    .where('waiting_decisions.standing', 'is', null)
    .execute();
  const transfers = await selectTransfers(db)
    .where('project_transfers.to_id', '=', accountId)
    .where('project_transfers.state', '=', 'open')
    .where('project_transfers.expires_at', '>', new Date(now))
    .execute();
  const shares = await selectShares(db).where('shares.account_id', '=', accountId).execute();
  const unmarked: Unmarked[] = [
    ...devices.map((row) => ofDevice(row.sn, row.model, row.since ?? row.heard_at)),
    ...transfers.map((row) => ofTransfer(presentTransfer(row, now))),
    ...shares.flatMap((row) => ofShare(presentShare(row, now, NOT_ASKED, true), now)),
  ];
  const reads = await db
    .selectFrom('message_reads')
    .select('message_id')
    .where('account_id', '=', accountId)
    .execute();
  const read = new Set(reads.map((row) => row.message_id));
  return unmarked
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at) || a.id.localeCompare(b.id))
    .map((message) => ({ ...message, read: read.has(message.id) ? 1 : 0 }));
}

const NOT_ASKED = { allowed: true } as const;

const ofDevice = (sn: string, model: string, since: Date): Unmarked => ({
  kind: 'device',
  id: `device:${sn}:${since.getTime()}`,
  at: since.toISOString(),
  sn,
  modelName: modelDisplayName(model),
});

const ofTransfer = ({ id, projectId, projectName, from, createdAt, expiresAt }: Transfer): Unmarked => ({
  kind: 'transfer',
  id: `transfer:${id}`,
  at: createdAt,
  transferId: id,
  projectId,
  projectName,
  from,
  expiresAt,
});

/** A share is news when it was given, and again when it has expired. */
function ofShare(share: Share, now: number): Unmarked[] {
  const { id, projectId, projectName, right, state, createdAt, expiresAt } = share;
  const at = state === 'expired' ? (expiresAt ?? createdAt) : createdAt;
  const days = state === 'expired' ? FORMER_HOLDER_DAYS : SHARE_NEWS_DAYS;
  if (now - Date.parse(at) > days * DAY_MS) return [];
  // An extended share that expires anew is another occasion.
  const occasion = state === 'expired' ? `:${Date.parse(at)}` : '';
  const head = { id: `share:${id}:${state}${occasion}`, at };
  return [{ kind: 'share', ...head, projectId, projectName, right, state, ...(expiresAt && { expiresAt }) }];
}
