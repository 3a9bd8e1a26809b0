import { type Clock, type Entropy, randomId } from '@northlight/runtime';
import { writeAudit } from '../audit.ts';
import type { DbOrTx } from '../db/database.ts';
import { getActor, type RequestContext } from './request-context.ts';

export interface AuditEntry {
  readonly action: string;
  readonly object: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** Default: `ok`. */
  readonly result?: string;
  /** Overrides the caller as actor: a sign-in names the account that it tries. */
  readonly actor?: string;
  /** Account id of that actor, if the account exists. */
  readonly actorId?: string | undefined;
  /** Overrides the project of the request, for example with a project that is being created. */
  readonly projectId?: number;
}

/** Writes the audit row of a request; call it in the transaction of the change. */
export async function auditRequest(
  { clock, entropy }: { readonly clock: Clock; readonly entropy: Entropy },
  db: DbOrTx,
  context: RequestContext,
  entry: AuditEntry,
): Promise<void> {
  const now = clock.now();
  await writeAudit(db, {
    id: randomId(entropy, now),
    at: new Date(now),
    actor: entry.actor ?? getActor(context),
    actor_id: context.principal.kind === 'account' ? context.principal.account.id : (entry.actorId ?? null),
    network: context.network,
    project_id: entry.projectId ?? context.project?.projectId ?? null,
    action: entry.action,
    object: entry.object,
    before: entry.before ?? null,
    after: entry.after ?? null,
    result: entry.result ?? 'ok',
    request_id: context.requestId,
  });
}
