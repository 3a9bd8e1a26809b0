import type { LiveResource } from '@northlight/contract';
import type { RequestContext, Services } from '../../services.ts';
import type { Tx } from '../db/database.ts';
import type { NewFile } from '../files/account-files.ts';
import { Work } from '../work.ts';
import { auditAttempt, type AuditEntry } from './audit-request.ts';
import { authorise, type PrincipalAccount, type ProjectAccess } from './principal.ts';
import { getAccount, getActor, getProjectAccess } from './request-context.ts';

declare const authorised: unique symbol;

/**
 * A transaction in which the caller's session and right were checked under the lock of the request's project.
 */
export type AuthorisedTx = Tx & { readonly [authorised]: true };

/**
 * Work of a request, whose caller was authorised again in its transaction. Only `commitRequest` creates it.
 */
export class RequestWork extends Work {
  declare readonly tx: AuthorisedTx;
  readonly context: RequestContext;

  private constructor(tx: AuthorisedTx, context: RequestContext) {
    super(tx, context.services);
    this.context = context;
  }

  /**
   * Checks the caller again inside a transaction, because the right may have ended since the request arrived.
   * Every change that ends a right to a project locks the project's row too: a write therefore commits either
   * before the right ends or not at all. Throws the errors of `authorise`.
   */
  static async begin(tx: Tx, context: RequestContext): Promise<RequestWork> {
    const { principal, project, requirement, services } = context;
    if (principal.kind !== 'anonymous') {
      const locked = project && (await services.lockProjectAccess(tx, principal, project.projectId));
      authorise(await services.readPrincipal(tx, principal), { ...requirement, project: locked });
    }
    return new RequestWork(tx as AuthorisedTx, context);
  }

  get services(): Services {
    return this.context.services;
  }

  /** Account of the caller; throws for visitors and anonymous callers. */
  get account(): PrincipalAccount {
    return getAccount(this.context);
  }

  /** Name of the caller in the audit. */
  get actor(): string {
    return getActor(this.context);
  }

  /** Project of the request, with the caller's access to it; throws if the endpoint needs no right on a project. */
  get project(): ProjectAccess {
    return getProjectAccess(this.context);
  }

  get projectId(): number {
    return this.project.projectId;
  }

  /** Notifies the open pages of the request's project that these resources changed. */
  live(...resources: readonly LiveResource[]): void {
    this.liveIn(this.projectId, ...resources);
  }

  /** Requests grouping of the alarms of a project: by default that of the request. */
  override groupAlarms(projectId = this.projectId): void {
    super.groupAlarms(projectId);
  }

  /** Writes the audit row of the change. */
  audit(entry: AuditEntry): Promise<void> {
    return auditAttempt(this.context, entry, this.tx);
  }
}

/**
 * Runs the work of a request in one transaction that begins with `RequestWork.begin`. In all other respects
 * it works like `commit`.
 */
export async function commitRequest<Result>(
  context: RequestContext,
  run: (work: RequestWork) => Promise<Result>,
): Promise<Result> {
  const { bus, db } = context.services;
  const [work, result] = await db.transaction().execute(async (tx) => {
    const begun = await RequestWork.begin(tx, context);
    return [begun, await run(begun)] as const;
  });
  work.publish(bus);
  return result;
}

/**
 * Stores a file in a transaction that begins with `RequestWork.begin`; otherwise like `commitRequest`.
 * Resolves to the file's id.
 */
export async function commitFile(
  context: RequestContext,
  file: NewFile,
  run: (work: RequestWork, fileId: string) => Promise<void>,
): Promise<string> {
  const { bus, db, files } = context.services;
  let work: RequestWork | undefined;
  const id = await files.put(db, file, async (tx, fileId) => {
    work = await RequestWork.begin(tx, context);
    await run(work, fileId);
  });
  work?.publish(bus);
  return id;
}
