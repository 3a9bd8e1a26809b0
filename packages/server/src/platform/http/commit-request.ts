import { type AfterCommit, commit, type CommitServices } from '../commit.ts';
import type { Tx } from '../db/database.ts';
import { authorise, type Principal, type ProjectAccessResult } from './principal.ts';
import type { RequestContext } from './request-context.ts';

declare const authorised: unique symbol;

/**
 * A transaction in which the caller's session and right were checked under the lock of the request's project.
 */
export type AuthorisedTx = Tx & { readonly [authorised]: true };

export interface AuthorityServices {
  /** Reads the caller again; throws 10, 69 or 70 when the session has ended. */
  readPrincipal(tx: Tx, principal: Principal): Promise<Principal>;
  /** Locks a project until the transaction ends and returns the caller's access to it. */
  lockProjectAccess(tx: Tx, principal: Principal, projectId: number): Promise<ProjectAccessResult>;
}

/**
 * Checks the caller again inside a transaction, because the right may have ended since the request arrived.
 * Every change that ends a right to a project locks the project's row too: a write therefore commits either
 * before the right ends or not at all. Throws the errors of `authorise`.
 */
export async function authoriseAgain(
  services: AuthorityServices,
  tx: Tx,
  { principal, project, requirement }: RequestContext,
): Promise<AuthorisedTx> {
  if (principal.kind !== 'anonymous') {
    const locked = project && (await services.lockProjectAccess(tx, principal, project.projectId));
    authorise(await services.readPrincipal(tx, principal), { ...requirement, project: locked });
  }
  return tx as AuthorisedTx;
}

/**
 * Runs the work of a request in one transaction that begins with `authoriseAgain`. In all other respects it
 * works like `commit`.
 */
export const commitRequest = <Result>(
  services: CommitServices & AuthorityServices,
  context: RequestContext,
  work: (tx: AuthorisedTx, after: AfterCommit) => Promise<Result>,
): Promise<Result> =>
  commit(services, async (tx, after) => work(await authoriseAgain(services, tx, context), after));
