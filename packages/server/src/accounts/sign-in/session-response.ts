import { REMEMBER_DAYS } from '@northlight/contract';
import { hashSha256Hex } from '@northlight/runtime';
import type { Principal } from '../../platform/http/principal.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { deriveCsrfToken } from '../../platform/http/serve.ts';
import type { Services } from '../../services.ts';
import { presentSession } from '../present.ts';
import type { NewSession } from '../sessions/sessions.ts';
import type { SecondFactorRequired, SignedIn } from './sign-in.ts';

/** Returns the cookie lifetime in seconds: 30 days if remembered; undefined for the browser session. */
const getCookieSeconds = (remember: boolean): number | undefined =>
  remember ? REMEMBER_DAYS * 86_400 : undefined;

/** Returns the remaining lifetime of a session for its new cookie after a token rotation. */
export async function computeSessionLifetime(
  { db, clock }: Services,
  token: string,
): Promise<{ expiresAt: Date; seconds: number | undefined }> {
  const { expires_at: expiresAt, remember } = await db
    .selectFrom('sessions')
    .select(['expires_at', 'remember'])
    .where('token_hash', '=', hashSha256Hex(token))
    .executeTakeFirstOrThrow();
  const seconds = remember ? Math.floor((expiresAt.getTime() - clock.now()) / 1000) : undefined;
  return { expiresAt, seconds };
}

/** Sets the cookie of a new session and returns its description for the page. */
export async function createSessionResponse(
  context: RequestContext,
  principal: Exclude<Principal, { kind: 'anonymous' }>,
  { session, remember }: { session: NewSession; remember: boolean },
) {
  context.cookies.setSession(session.token, getCookieSeconds(remember));
  return presentSession(principal, {
    idleMinutes: context.services.config.idleMinutes,
    csrfToken: deriveCsrfToken(session.token),
    project: undefined,
    projectListVersion: await context.services.projectListVersion(principal),
    expiresAt: session.expiresAt,
  });
}

export async function createSignedInResponse(context: RequestContext, signedIn: SignedIn) {
  const principal = { kind: 'account', access: 'web', sessionId: '', account: signedIn.account } as const;
  return {
    ...(await createSessionResponse(context, principal, signedIn)),
    step: 'signed-in' as const,
  };
}

/** Returns the response to a sign-in: the session, or the request for a second-factor code. */
export async function createSignInResponse(context: RequestContext, answer: SignedIn | SecondFactorRequired) {
  if ('session' in answer) return createSignedInResponse(context, answer);
  const { flowId, expiresAt } = answer;
  return { step: 'second-factor' as const, flowId, expiresAt: expiresAt.toISOString() };
}
