import { announce } from '../platform/commit.ts';
import type { Db } from '../platform/db/database.ts';
import type { Services } from '../services.ts';
import { listMessages } from './list-messages.ts';

/** Keeps what the account read of the messages that it has; its own note, so it is no change that is audited. */
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
  const named = changing.map(({ id }) => id);
  if (read)
    await db
      .insertInto('message_reads')
      .values(named.map((id) => ({ account_id: accountId, message_id: id, read_at: new Date(clock.now()) })))
      .onConflict((conflict) => conflict.columns(['account_id', 'message_id']).doNothing())
      .execute();
  else
    await db
      .deleteFrom('message_reads')
      .where('account_id', '=', accountId)
      .where('message_id', 'in', named)
      .execute();
  announce(bus, (after) => after.liveTo([accountId], 'messages'));
  return named.length;
}

/** Deletes notes from before a time: by then the message is gone, or worth reading again. */
export async function forgetOldReads(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('message_reads').where('read_at', '<', before).execute();
}
