import type { DbOrTx } from '../platform/db/database.ts';
import type { ProjectAccess } from '../platform/http/principal.ts';

/** An account that reads the records of a project. */
export interface AuditReader {
  readonly access: Pick<ProjectAccess, 'demo' | 'projectId' | 'right'>;
  /** Id of the account; undefined for visitors of a demo. */
  readonly accountId: string | undefined;
}

/** Lists the operations of some kinds in a period that an account may see, newest first. Viewers see only their own. */
export async function listOperations(
  db: DbOrTx,
  { access, accountId }: AuditReader,
  actions: readonly string[],
  { from, until }: { readonly from: Date; readonly until: Date },
  limit: number,
) {
  if (access.demo || accountId === undefined) return [];
  return db
    .selectFrom('audit')
    .select(['id', 'at', 'action', 'object', 'before'])
    .where('project_id', '=', access.projectId)
    .where('deleted_mac', 'is', null)
    .where('action', 'in', actions)
    .where('at', '>=', from)
    .where('at', '<=', until)
    .$if(access.right === 'r', (query) => query.where('actor_id', '=', accountId))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
