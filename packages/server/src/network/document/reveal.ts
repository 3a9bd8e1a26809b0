import { DomainError } from '@northlight/contract';
import { commitRequest } from '../../platform/http/commit-request.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { requireConfirmation } from '../../platform/http/step-up.ts';
import { sealForSession } from '../../platform/secrets/session-key.ts';
import { openSecret } from './secrets.ts';

/** Encrypts one secret of the project for the requesting session. The audit records the request, never the secret. */
export async function revealSecret(
  context: RequestContext,
  secretId: string,
): Promise<{ ciphertext: string }> {
  requireConfirmation(context);
  return commitRequest(context, async (work) => {
    const secret = await openSecret(work, secretId);
    if (!secret)
      throw new DomainError('invalidParameters', { status: 404, message: 'The project has no such secret.' });
    await work.audit({ action: 'network.reveal', object: `secret ${secretId}` });
    return { ciphertext: sealForSession(context, secret) };
  });
}
