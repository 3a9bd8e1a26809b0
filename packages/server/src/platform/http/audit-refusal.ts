import { DomainError } from '@northlight/contract';
import type { DbOrTx } from '../db/database.ts';
import { auditAttempt, type AuditEntry } from './audit-request.ts';
import type { RequestContext } from './request-context.ts';

/**
 * Writes the audit row of a refused attempt. An overload (503) and a limit that an account has reached (429)
 * get no row: both refuse before any work, and the attempt that reached the limit has its row.
 */
export async function auditRefusal(
  context: RequestContext,
  entry: Omit<AuditEntry, 'result'>,
  error: unknown,
  db?: DbOrTx,
): Promise<void> {
  if (!(error instanceof DomainError) || error.status === 503) return;
  const { clock, refusalRows } = context.services;
  const isAnonymous = context.principal.kind === 'anonymous';
  if (!isAnonymous && error.status === 429) return;
  const leftOut = isAnonymous ? refusalRows.take(context.network, clock.now()) : 0;
  if (leftOut === undefined) return;
  const note = leftOut > 0 ? `${leftOut} refused attempts before this one have no row` : undefined;
  const after = [entry.after, note].filter((part) => part !== undefined).join('; ');
  await auditAttempt(context, { ...entry, result: 'refused', ...(after !== '' && { after }) }, db);
}
