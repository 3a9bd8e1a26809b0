import { insertRows } from '../platform/db/insert-rows.ts';
import { publishChanges } from '../platform/work.ts';
import type { Db } from '../platform/db/database.ts';
import type { Services } from '../services.ts';
import { listMessages } from './list-messages.ts';

/**
 * Marks messages of the account as read or unread; returns the number of changed messages. Marks are not
 * audited, because they affect only the account.
 */
export async function markMessages(
  services: Pick<Services, 'bus' | 'db' | 'clock'>,
  accountId: string,
  ids: readonly string[],
  read: boolean,
): Promise<number> {
  const { bus, db, clock } = services;
  const wanted = new Set(ids);
  const changing = (await listMessages(services, accountId)).filter(
    (message) => wanted.has(message.id) && (message.read === 1) !== read,
  );
  if (changing.length === 0) return 0;
  const messageIds = changing.map(({ id }) => id);
  if (read)
    await insertRows(
      db,
      'message_reads',
      messageIds.map((id) => ({ account_id: accountId, message_id: id, read_at: new Date(clock.now()) })),
    )
      .onConflict((conflict) => conflict.columns(['account_id', 'message_id']).doNothing())
      .execute();
  else
    await db
      .deleteFrom('message_reads')
      .where('account_id', '=', accountId)
      .where('message_id', 'in', messageIds)
      .execute();
  publishChanges(bus, (after) => after.liveTo([accountId], 'messages'));
  return messageIds.length;
}

/** Deletes read marks older than a time; their messages no longer exist or are shown as unread again. */
export async function deleteOldReads(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('message_reads').where('read_at', '<', before).execute();
}
