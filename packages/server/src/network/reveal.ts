import { DomainError } from '@northlight/contract';
import { auditRequest } from '../platform/http/audit-request.ts';
import { commitRequest } from '../platform/http/commit-request.ts';
import { getProjectAccess, type RequestContext } from '../platform/http/request-context.ts';
import { requireConfirmation } from '../platform/http/step-up.ts';
import { sealForSession } from '../platform/secrets/session-key.ts';
import type { Services } from '../services.ts';
import { openSecret } from './secrets.ts';

/** Encrypts one secret of the project for the requesting session. The audit records the request, never the secret. */
export async function revealSecret(
  services: Services,
  secretId: string,
  context: RequestContext,
): Promise<{ ciphertext: string }> {
  requireConfirmation(context);
  return commitRequest(services, context, async (tx) => {
    const secret = await openSecret(services, tx, getProjectAccess(context).projectId, secretId);
    if (!secret)
      throw new DomainError('invalidParameters', { status: 404, message: 'The project has no such secret.' });
    await auditRequest(services, tx, context, { action: 'network.reveal', object: `secret ${secretId}` });
    return { ciphertext: sealForSession(context, secret) };
  });
}
