import { DomainError, ERRORS, SESSION_KINDS, type SessionKind } from '@northlight/contract';
import { auditRefusal } from '../../platform/http/audit-refusal.ts';
import { commitRequest } from '../../platform/http/commit-request.ts';
import { getAccount, type RequestContext } from '../../platform/http/request-context.ts';
import { withdrawAttempt } from '../../platform/db/limits.ts';
import { beginAttempt, PASSWORD_FAILURES } from '../verification/attempts.ts';
import { sendNotice } from '../verification/messages.ts';
import { checkNewPassword } from '../verification/run-with-code.ts';
import { endSessions, rotateSession } from './sessions.ts';
import { type AccountRow, findAccountById, setPassword } from '../store.ts';

const MAX_LISTED = 200;

/** Returns the caller's active sessions, newest first. */
export async function listSessions(context: RequestContext) {
  const { db, clock } = context.services;
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'kind', 'network', 'user_agent', 'created_at', 'last_seen_at', 'expires_at', 'token_hash'])
    .where('account_id', '=', getAccount(context).id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', new Date(clock.now()))
    .orderBy('created_at', 'desc')
    .limit(MAX_LISTED)
    .execute();
  const own = getSessionId(context);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    network: row.network,
    userAgent: row.user_agent,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    current: row.token_hash === own,
  }));
}

/** Returns the stored id of the caller's session (its token hash). */
export function getSessionId({ principal }: RequestContext): string {
  if (principal.kind === 'anonymous') throw new DomainError('notSignedIn');
  return principal.sessionId;
}

/** Ends one session of the caller with one of the given kinds; throws 404 for any other session. */
export async function revokeSession(
  context: RequestContext,
  id: string,
  kinds: readonly SessionKind[] = SESSION_KINDS,
): Promise<void> {
  await commitRequest(context, async (work) => {
    const now = work.now;
    const { id: accountId } = work.account;
    work.rightsChanged({ accountId });
    const ended = await work.tx
      .updateTable('sessions')
      .set({ ended_at: now, ended_code: 10 })
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .where('kind', 'in', kinds)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    if (ended.numUpdatedRows === 0n) throw createMissingSessionError();
    await work.audit({ action: 'account.session-end', object: id });
  });
}

const createMissingSessionError = (): DomainError =>
  new DomainError('invalidParameters', { status: 404, message: 'The session has ended already.' });

/** Ends the caller's other console and entry sessions, but no API tokens. Returns their number. */
export async function revokeOtherSessions(context: RequestContext): Promise<number> {
  const { id: accountId, account } = getAccount(context);
  return commitRequest(context, async (work) => {
    const except = getSessionId(context);
    const kinds = ['console', 'entry'] as const;
    const ended = await endSessions(work, { accountId, except, kinds }, 10);
    await work.audit({
      action: 'account.session-end-others',
      object: account,
      after: `${ended} ended`,
    });
    return ended;
  });
}

/** Verifies the caller's password again. Ten failures within 15 min block further checks for 30 min. */
export async function verifyOwnPassword(
  context: RequestContext,
  { text, field, action }: { text: string; field: string; action: string },
): Promise<AccountRow> {
  const { services } = context;
  const { id } = getAccount(context);
  try {
    const attempt = await beginAttempt(services, `password:${id}`, PASSWORD_FAILURES);
    const account = await findAccountById(services.db, id);
    const right = await services.passwords
      .verify(text, account.password_hash)
      .catch(async (error: unknown) => {
        await withdrawAttempt(services.db, attempt);
        throw error;
      });
    if (!right)
      throw new DomainError('wrongOldPassword', { fields: { [field]: ERRORS.wrongOldPassword.message } });
    await withdrawAttempt(services.db, attempt);
    return account;
  } catch (error) {
    const entry = { action, object: getAccount(context).account };
    await auditRefusal(context, entry, error);
    throw error;
  }
}

/** Sets a new password, ends every other session and token with 70, and returns a new token for this session. */
export async function changePassword(
  context: RequestContext,
  input: { oldPassword: string; newPassword: string },
): Promise<string> {
  const { services } = context;
  const { passwords, clock } = services;
  const action = 'account.password-change';
  checkNewPassword(services, input.newPassword, getAccount(context).account, 'newPassword');
  const account = await verifyOwnPassword(context, {
    text: input.oldPassword,
    field: 'oldPassword',
    action,
  });
  const hash = await passwords.hash(input.newPassword);
  const token = await commitRequest(context, async (work) => {
    const { tx } = work;
    await setPassword(tx, account.id, hash);
    const except = getSessionId(context);
    await endSessions(work, { accountId: account.id, except }, 70);
    await work.audit({ action, object: account.account });
    return rotateSession(work, except);
  });
  const when = new Date(clock.now()).toISOString();
  const text = `The password of ${account.account} was changed at ${when} from ${context.network}.`;
  await sendNotice(services, account.email, 'Your Northlight password was changed', text);
  return token;
}
