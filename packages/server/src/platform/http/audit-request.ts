import { createRandomId } from '@northlight/runtime';
import { writeAudit } from '../audit.ts';
import type { DbOrTx } from '../db/database.ts';
import { getActor, type RequestContext } from './request-context.ts';

export interface AuditEntry {
  readonly action: string;
  readonly object: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** Result in the row; `ok` by default. */
  readonly result?: string;
  /** Actor of the row instead of the caller: a sign-in names the account that it tries. */
  readonly actor?: string;
  /** Account id of that actor, if the account exists. */
  readonly actorId?: string | undefined;
  /** Project of the row instead of that of the request, for example a project that is being created. */
  readonly projectId?: number;
}

/**
 * Writes the audit row of a request that changes nothing, such as a refused attempt or a revealed secret.
 * Changes use `audit` of their work.
 */
export async function auditAttempt(
  context: RequestContext,
  entry: AuditEntry,
  db: DbOrTx = context.services.db,
): Promise<void> {
  const { clock, entropy } = context.services;
  const now = clock.now();
  await writeAudit(db, {
    id: createRandomId(entropy, now),
    at: new Date(now),
    actor: entry.actor ?? getActor(context),
    actor_id: context.principal.kind === 'account' ? context.principal.account.id : (entry.actorId ?? null),
    network: context.network === '' ? null : context.network,
    project_id: entry.projectId ?? context.project?.projectId ?? null,
    action: entry.action,
    object: entry.object,
    before: entry.before ?? null,
    after: entry.after ?? null,
    result: entry.result ?? 'ok',
    request_id: context.requestId,
  });
}
