import { ACCOUNT_KINDS, ACCOUNT_ROLES, DomainError, type ManagedAccount } from '@northlight/contract';
import { createRandomBase62 } from '@northlight/runtime';
import type { Updateable } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { commitRequest } from '../../platform/http/commit-request.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { Secret } from '../../platform/secrets/envelope.ts';
import { sealAccountSecret } from '../account-secrets.ts';
import { loadManagedAccount } from './list-accounts.ts';
import { parsePublicKey } from '../sign-in/ticket-sign-in.ts';
import { endSessions } from '../sessions/sessions.ts';
import { type AccountRow, setPassword } from '../store.ts';
import type { AccountTable } from '../tables.ts';

const PASSWORD_LENGTH = 16;
const SHARED_SECRET_LENGTH = 43;

export interface AccountChange {
  readonly role?: number | undefined;
  readonly kind?: number | undefined;
  readonly level?: number | undefined;
  readonly disabled?: boolean | undefined;
}

async function lockManaged(tx: Tx, id: string): Promise<AccountRow> {
  const row = await tx.selectFrom('accounts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (row) return row;
  throw new DomainError('invalidParameters', { status: 404, message: 'There is no such account.' });
}

/**
 * Changes the role, kind or level of an account, or disables or enables it. Ends its sessions when its rights
 * change.
 */
export async function updateAccount(
  context: RequestContext,
  id: string,
  change: AccountChange,
): Promise<ManagedAccount> {
  return commitRequest(context, async (work) => {
    const { tx } = work;
    // Locks all operators in a fixed order, so that two operators cannot disable each other in parallel.
    await lockOperators(tx);
    const row = await lockManaged(tx, id);
    const values = listChangedValues(row, change, work.now);
    if (Object.keys(values).length === 0) return loadManagedAccount(tx, id);
    await tx.updateTable('accounts').set(values).where('id', '=', id).execute();
    if ((await lockOperators(tx)) === 0)
      throw new DomainError('invalidParameters', {
        message: 'This is the last administrator. Make another account an administrator first.',
      });
    const changesRights = 'role' in values || 'kind' in values || values.disabled_at instanceof Date;
    if (changesRights) await endSessions(work, { accountId: id }, 10);
    const before = Object.fromEntries(Object.keys(values).map((key) => [key, row[key as keyof AccountRow]]));
    await work.audit({
      action: 'account.update',
      object: row.account,
      before: JSON.stringify(before),
      after: JSON.stringify(values),
    });
    return loadManagedAccount(tx, id);
  });
}

function listChangedValues(row: AccountRow, change: AccountChange, now: Date): Updateable<AccountTable> {
  const { role, kind, level, disabled } = change;
  return {
    ...(role !== undefined && role !== row.role && { role }),
    ...(kind !== undefined && kind !== row.kind && { kind }),
    ...(level !== undefined && level !== row.level && { level }),
    ...(disabled !== undefined &&
      disabled !== (row.disabled_at !== null) && { disabled_at: disabled ? now : null }),
  };
}

/** Locks the operators that can sign in and returns their number. */
async function lockOperators(tx: Tx): Promise<number> {
  const rows = await tx
    .selectFrom('accounts')
    .select('id')
    .where('kind', '=', ACCOUNT_KINDS.admin)
    .where('role', '!=', ACCOUNT_ROLES.thirdParty)
    .where('disabled_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.length;
}

/** Ends every session and token of an account. */
export async function signOutAccount(context: RequestContext, id: string): Promise<number> {
  return commitRequest(context, async (work) => {
    const { account } = await lockManaged(work.tx, id);
    const ended = await endSessions(work, { accountId: id }, 10);
    const audit = { action: 'account.sign-out-everywhere', object: account, after: `${ended} ended` };
    await work.audit(audit);
    return ended;
  });
}

/** Sets a random password and returns it once; ends the account's sessions with error code 70. */
export async function resetAccountPassword(context: RequestContext, id: string): Promise<string> {
  const password = createRandomBase62(context.services.entropy, PASSWORD_LENGTH);
  const hash = await context.services.passwords.hash(password);
  await commitRequest(context, async (work) => {
    const { account } = await lockManaged(work.tx, id);
    await setPassword(work.tx, id, hash);
    await endSessions(work, { accountId: id }, 70);
    await work.audit({ action: 'account.password-by-operator', object: account });
  });
  return password;
}

/** Sets the signing key of a third-party customer: a new shared secret or the given public key. */
export async function setSigningKey(
  context: RequestContext,
  id: string,
  requested: { kind: 'shared' } | { kind: 'ed25519'; publicKey: string },
): Promise<{ kind: 'shared' | 'ed25519'; sharedSecret?: string }> {
  const shared =
    requested.kind === 'shared'
      ? createRandomBase62(context.services.entropy, SHARED_SECRET_LENGTH)
      : undefined;
  const key = shared ?? (requested.kind === 'ed25519' ? await checkPublicKey(requested.publicKey) : '');
  await commitRequest(context, async (work) => {
    const { tx } = work;
    const row = await lockManaged(tx, id);
    if (row.role !== ACCOUNT_ROLES.thirdParty)
      throw new DomainError('invalidParameters', {
        message: 'Only third-party customers sign in by ticket.',
      });
    const sealed = await sealAccountSecret(context.services, tx, row, 'signing_key', new Secret(key));
    const values = { signing_kind: requested.kind, signing_key: sealed };
    await tx.updateTable('accounts').set(values).where('id', '=', id).execute();
    const audit = { action: 'account.signing-key', object: row.account, after: requested.kind };
    await work.audit(audit);
  });
  return { kind: requested.kind, ...(shared !== undefined && { sharedSecret: shared }) };
}

async function checkPublicKey(text: string): Promise<string> {
  await parsePublicKey(text).catch(() => {
    throw new DomainError('invalidParameters', {
      fields: {
        publicKey: 'This is not an Ed25519 public key. Paste it as PEM, or its 32 bytes in Base64url.',
      },
    });
  });
  return text;
}

/** Removes a customer's signing key and ends the sessions that its tickets opened. */
export async function removeSigningKey(context: RequestContext, id: string): Promise<void> {
  await commitRequest(context, async (work) => {
    const { account } = await lockManaged(work.tx, id);
    const none = { signing_kind: null, signing_key: null };
    await work.tx.updateTable('accounts').set(none).where('id', '=', id).execute();
    await endSessions(work, { accountId: id, kinds: ['entry'] }, 10);
    await work.audit({
      action: 'account.signing-key',
      object: account,
      after: 'none',
    });
  });
}
