import { auditRequest } from '../../platform/http/audit-request.ts';
import { commitRequest } from '../../platform/http/commit-request.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import type { Services } from '../../services.ts';
import { endSessions } from './sessions.ts';

export async function signOut(services: Services, context: RequestContext): Promise<void> {
  const { principal } = context;
  if (principal.kind === 'anonymous') return;
  const now = new Date(services.clock.now());
  await commitRequest(services, context, async (tx, after) => {
    await endSessions(tx, after, { tokenHash: principal.sessionId }, now, 10);
    const object = principal.kind === 'account' ? principal.account.account : 'visitor';
    await auditRequest(services, tx, context, { action: 'account.sign-out', object });
  });
  context.cookies.clearSession();
}
