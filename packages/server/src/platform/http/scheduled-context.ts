import type { Services } from '../../services.ts';
import type { CookieJar } from './caller-context.ts';
import { ACCESS_EXPIRED, authorise, BOTH_ACCESS, type Principal } from './principal.ts';
import type { RequestContext } from './request-context.ts';

const REQUIREMENT = { need: 'write', access: BOTH_ACCESS } as const;

/** Scheduled work has no browser. */
const NO_COOKIES: CookieJar = {
  setSession: () => undefined,
  clearSession: () => undefined,
  setDisplay: () => undefined,
  setFlow: () => undefined,
  flow: undefined,
  session: undefined,
};

/**
 * Creates the context of a change that an account has scheduled in a project. `commitRequest` checks the present rights of
 * the account, as it does for requests. Throws the errors of `authorise`.
 *
 * @param id id of the scheduled work, which its audit rows contain
 */
export async function createScheduledContext(
  services: Services,
  principal: Principal,
  { id, projectId }: { readonly id: string; readonly projectId: number },
): Promise<RequestContext> {
  const project = await services.projectAccess(principal, projectId);
  authorise(principal, { ...REQUIREMENT, project });
  return {
    services,
    principal,
    project: project === ACCESS_EXPIRED ? undefined : project,
    requirement: REQUIREMENT,
    requestId: id,
    network: '',
    userAgent: '',
    file: undefined,
    cookies: NO_COOKIES,
    csrfToken: undefined,
    refreshPrincipal: async () => principal,
  };
}
