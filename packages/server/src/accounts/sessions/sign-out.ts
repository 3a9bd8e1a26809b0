import { commitRequest } from '../../platform/http/commit-request.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { endSessions } from './sessions.ts';

export async function signOut(context: RequestContext): Promise<void> {
  const { principal } = context;
  if (principal.kind === 'anonymous') return;
  await commitRequest(context, async (work) => {
    await endSessions(work, { tokenHash: principal.sessionId }, 10);
    const object = principal.kind === 'account' ? principal.account.account : 'visitor';
    await work.audit({ action: 'account.sign-out', object });
  });
  context.cookies.clearSession();
}
