import {
  FORMER_HOLDER_DAYS,
  type Message,
  formatModelName,
  SHARE_MESSAGE_DAYS,
  type Share,
  type Transfer,
} from '@northlight/contract';
import { DAY_MS } from '@northlight/runtime';
import { selectPendingDevices } from '../devices/index.ts';
import { presentShare, presentTransfer, selectShares, selectTransfers } from '../sharing/index.ts';
import type { Services } from '../services.ts';

/** A message without its read state. */
type UnmarkedMessage = Message extends infer M ? (M extends Message ? Omit<M, 'read'> : never) : never;

/** Lists the messages of an account, newest first, derived from pending devices, transfers and shares, so that they are always current. */
export async function listMessages(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  accountId: string,
): Promise<Message[]> {
  const now = clock.now();
  const devices = await selectPendingDevices(db, accountId)
    .where('waiting_decisions.decision', 'is', null)
    .execute();
  const transfers = await selectTransfers(db)
    .where('project_transfers.to_id', '=', accountId)
    .where('project_transfers.state', '=', 'open')
    .where('project_transfers.expires_at', '>', new Date(now))
    .execute();
  const shares = await selectShares(db).where('shares.account_id', '=', accountId).execute();
  const unmarked: UnmarkedMessage[] = [
    ...devices.map((row) => createDeviceMessage(row.sn, row.model, row.since ?? row.last_seen_at)),
    ...transfers.map((row) => createTransferMessage(presentTransfer(row, now))),
    ...shares.flatMap((row) => createShareMessages(presentShare(row, now, UNUSED_PERMISSION, true), now)),
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

const UNUSED_PERMISSION = { allowed: true } as const;

const createDeviceMessage = (sn: string, model: string, since: Date): UnmarkedMessage => ({
  kind: 'device',
  id: `device:${sn}:${since.getTime()}`,
  at: since.toISOString(),
  sn,
  modelName: formatModelName(model),
});

const createTransferMessage = ({
  id,
  projectId,
  projectName,
  from,
  createdAt,
  expiresAt,
}: Transfer): UnmarkedMessage => ({
  kind: 'transfer',
  id: `transfer:${id}`,
  at: createdAt,
  transferId: id,
  projectId,
  projectName,
  from,
  expiresAt,
});

/** Returns one message for the grant of a share and another one for its expiry. */
function createShareMessages(share: Share, now: number): UnmarkedMessage[] {
  const { id, projectId, projectName, right, state, createdAt, expiresAt } = share;
  const at = state === 'expired' ? (expiresAt ?? createdAt) : createdAt;
  const days = state === 'expired' ? FORMER_HOLDER_DAYS : SHARE_MESSAGE_DAYS;
  if (now - Date.parse(at) > days * DAY_MS) return [];
  // Adds the expiry time to the id, so that a share that is extended and expires again gives a new message.
  const occasion = state === 'expired' ? `:${Date.parse(at)}` : '';
  const head = { id: `share:${id}:${state}${occasion}`, at };
  return [{ kind: 'share', ...head, projectId, projectName, right, state, ...(expiresAt && { expiresAt }) }];
}
