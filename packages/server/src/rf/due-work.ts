import { DomainError } from '@northlight/contract';
import { findScheduledPrincipal } from '../accounts/index.ts';
import type { RequestContext } from '../platform/http/request-context.ts';
import { createScheduledContext } from '../platform/http/scheduled-context.ts';
import type { Services } from '../services.ts';

/** Work of one project whose time has come. */
export interface DueWork {
  readonly projectId: number;
  run(): Promise<void>;
}

/** Does something in the name of the account that scheduled it; returns the reason if it is refused. */
export async function findRefusal(
  services: Services,
  { actorId, projectId }: { readonly actorId: string; readonly projectId: number },
  run: (context: RequestContext) => Promise<unknown>,
): Promise<string | undefined> {
  try {
    const principal = await findScheduledPrincipal(services.db, actorId);
    await run(await createScheduledContext(services, principal, { id: `rf ${projectId}`, projectId }));
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
}
