import { ACCOUNT_ROLES, DomainError, normalizeAccount } from '@northlight/contract';
import { hashSha256Hex } from '@northlight/runtime';
import { decodeJwt, importJWK, importSPKI, type JWTPayload, jwtVerify } from 'jose';
import type { Tx } from '../../platform/db/database.ts';
import { auditRefusal } from '../../platform/http/audit-refusal.ts';
import { commitRequest } from '../../platform/http/commit-request.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import type { Services } from '../../services.ts';
import { openAccountSecret } from '../account-secrets.ts';
import { withdrawAttempt } from '../../platform/db/limits.ts';
import { beginAttempt, PASSWORD_FAILURES } from '../verification/attempts.ts';
import { createSession, ENTRY_SESSION_MS } from '../sessions/sessions.ts';
import { type AccountRow, findAccount, toPrincipalAccount } from '../store.ts';

const TICKET_MS = 5 * 60_000;
const JTI_MAX = 128;
const createInvalidTicketError = (): DomainError =>
  new DomainError('signature', { message: 'The ticket is not valid.' });

/** Signs a third-party customer in with a ticket that the customer signed; each ticket opens one session. */
export async function signInByTicket(context: RequestContext, ticket: string) {
  const { services } = context;
  const { db, clock } = services;
  const issuer = readClaimedIssuer(ticket);
  const audit = { action: 'account.entry', object: issuer ?? 'unknown', actor: issuer ?? 'unknown' };
  try {
    const key = `entry:${issuer ?? 'unknown'}:${context.network}`;
    const attempt = await beginAttempt(services, key, PASSWORD_FAILURES);
    const account = issuer === undefined ? undefined : await findAccount(db, issuer);
    if (!account || account.disabled_at || account.role !== ACCOUNT_ROLES.thirdParty)
      throw createInvalidTicketError();
    const claims = await verifyTicket(services, account, ticket);
    const projectId = await findTicketProject(services, account, claims);
    return await commitRequest(context, async (work) => {
      await withdrawAttempt(work.tx, attempt);
      await spendTicket(work.tx, `${account.id}:${claims.jti}`, new Date(clock.now() + TICKET_MS));
      const expiresAt = new Date(clock.now() + ENTRY_SESSION_MS);
      const options = { accountId: account.id, kind: 'entry', expiresAt, confirmed: true } as const;
      const { token } = await createSession(work, context, options);
      await work.audit({ ...audit, actorId: account.id });
      return { token, expiresAt: expiresAt.toISOString(), ...(projectId !== undefined && { projectId }) };
    });
  } catch (error) {
    await auditRefusal(context, audit, error);
    throw error;
  }
}

/** Returns the issuer that an unverified ticket claims. */
function readClaimedIssuer(ticket: string): string | undefined {
  try {
    const { iss } = decodeJwt(ticket);
    return typeof iss === 'string' ? normalizeAccount(iss) : undefined;
  } catch {
    return undefined;
  }
}

async function verifyTicket(
  services: Services,
  account: AccountRow,
  ticket: string,
): Promise<JWTPayload & { jti: string }> {
  const now = services.clock.now();
  const key = openAccountSecret(services, account, 'signing_key')?.reveal();
  if (key === undefined || account.signing_kind === null) throw createInvalidTicketError();
  const isShared = account.signing_kind === 'shared';
  try {
    const { payload } = await jwtVerify(ticket, isShared ? Buffer.from(key) : await parsePublicKey(key), {
      algorithms: isShared ? ['HS256'] : ['EdDSA', 'Ed25519'],
      currentDate: new Date(now),
      requiredClaims: ['iss', 'exp', 'jti'],
    });
    const { jti, exp = 0 } = payload;
    if (typeof jti !== 'string' || jti === '' || jti.length > JTI_MAX || exp * 1000 > now + TICKET_MS)
      throw createInvalidTicketError();
    return { ...payload, jti };
  } catch {
    throw createInvalidTicketError();
  }
}

/** Imports an Ed25519 public key from PEM or from 32 bytes in Base64url; throws for anything else. */
export async function parsePublicKey(text: string) {
  return text.includes('BEGIN PUBLIC KEY')
    ? importSPKI(text, 'EdDSA')
    : importJWK({ kty: 'OKP', crv: 'Ed25519', x: text.trim() }, 'EdDSA');
}

/** Returns the project that the console opens with; throws 73 unless the account can read it. */
async function findTicketProject(
  services: Services,
  row: AccountRow,
  claims: JWTPayload,
): Promise<number | undefined> {
  const { projectId } = claims;
  if (projectId === undefined) return undefined;
  if (typeof projectId !== 'number' || !Number.isSafeInteger(projectId)) throw createInvalidTicketError();
  const account = toPrincipalAccount(row);
  const principal = { kind: 'account', sessionId: '', access: 'openapi', account } as const;
  const access = await services.projectAccess(principal, projectId);
  if (access === undefined || typeof access === 'string') throw new DomainError('projectInvalid');
  return projectId;
}

async function spendTicket(tx: Tx, id: string, until: Date): Promise<void> {
  const used = await tx
    .insertInto('used_tickets')
    .values({ id: hashSha256Hex(id), expires_at: until })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  if (used.numInsertedOrUpdatedRows !== 1n) throw createInvalidTicketError();
}
