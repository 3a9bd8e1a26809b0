import type { DbOrTx } from '../platform/db/database.ts';
import type { Secret } from '../platform/secrets/envelope.ts';
import type { Services } from '../services.ts';
import type { AccountRow } from './store.ts';

const formatKeyContext = (id: string): string => `account|${id}`;
const formatValueContext = (id: string, column: string): string => `${id}|accounts|${id}|${column}`;
type Column = 'factor_pending' | 'factor_secret' | 'signing_key';

/** Seals a secret with the account's key; creates the key if the account has none. */
export async function sealAccountSecret(
  { envelope }: Pick<Services, 'envelope'>,
  db: DbOrTx,
  { id, wrapped_key: known }: Pick<AccountRow, 'id' | 'wrapped_key'>,
  column: 'factor' | 'signing_key',
  secret: Secret,
): Promise<Buffer> {
  const wrapped = known ?? envelope.newKey(formatKeyContext(id));
  if (!known) await db.updateTable('accounts').set({ wrapped_key: wrapped }).where('id', '=', id).execute();
  return envelope.seal(wrapped, formatKeyContext(id), secret, formatValueContext(id, column));
}

/** Opens a stored secret of an account; undefined when the account has none. */
export function openAccountSecret(
  { envelope }: Pick<Services, 'envelope'>,
  account: Pick<AccountRow, 'id' | 'wrapped_key' | Column>,
  column: Column,
): Secret | undefined {
  const sealed = account[column];
  if (!sealed || !account.wrapped_key) return undefined;
  // A pending factor becomes the factor without being sealed again, so both columns use one sealing context.
  const name = column === 'signing_key' ? column : 'factor';
  return envelope.open(
    account.wrapped_key,
    formatKeyContext(account.id),
    sealed,
    formatValueContext(account.id, name),
  );
}
