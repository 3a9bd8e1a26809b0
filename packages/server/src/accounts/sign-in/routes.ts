import { DomainError } from '@northlight/contract';
import { deriveSessionKey } from '../../platform/secrets/session-key.ts';
import type { HandlersOf } from '../../platform/http/serve.ts';
import type { Services } from '../../services.ts';
import { signInByTicket } from './ticket-sign-in.ts';
import { DEMO_DISABLED_REASON, listSignInOptions } from './options.ts';
import { presentSession } from '../present.ts';
import type { Providers } from '../providers/providers.ts';
import { finishSecondFactor } from '../second-factor/second-factor-sign-in.ts';
import { signOut } from '../sessions/sign-out.ts';
import { requestCode } from '../verification/request-code.ts';
import { openDemo } from './open-demo.ts';
import { resetPassword } from './reset-password.ts';
import { signUp } from './sign-up.ts';
import { signIn } from './sign-in.ts';
import { createSessionResponse, createSignedInResponse, createSignInResponse } from './session-response.ts';

type Keys =
  | 'signInOptions'
  | 'codeRequest'
  | 'signUp'
  | 'passwordReset'
  | 'signIn'
  | 'secondFactorSignIn'
  | 'demoSignIn'
  | 'sessionGet'
  | 'signOut'
  | 'entrySignIn'
  | 'sessionKey';

export function signInRoutes(services: Services, providers: Providers): HandlersOf<Keys> {
  const { idleMinutes, demo } = services.config;
  return {
    signInOptions: () => Promise.resolve(listSignInOptions(services, providers)),
    codeRequest: ({ body }, context) => requestCode(context, body),
    signUp: async ({ body }, context) => createSignedInResponse(context, await signUp(context, body)),
    passwordReset: ({ body }, context) => resetPassword(context, body),
    signIn: async ({ body }, context) => createSignInResponse(context, await signIn(context, body)),
    secondFactorSignIn: async ({ body }, context) =>
      createSignedInResponse(context, await finishSecondFactor(context, body)),
    demoSignIn: async (_input, context) => {
      if (!demo) throw new DomainError('invalidParameters', { status: 404, message: DEMO_DISABLED_REASON });
      const session = await openDemo(context);
      const visitor = { kind: 'visitor', access: 'web', sessionId: '' } as const;
      return createSessionResponse(context, visitor, { session, remember: false });
    },
    sessionGet: async ({ query }, context) => {
      if (context.principal.kind === 'anonymous') throw new DomainError('notSignedIn');
      const access =
        query.projectId === undefined
          ? undefined
          : await services.projectAccess(context.principal, query.projectId);
      const project = typeof access === 'string' ? undefined : access;
      return presentSession(context.principal, {
        idleMinutes,
        csrfToken: context.csrfToken,
        project,
        projectListVersion: await services.projectListVersion(context.principal),
      });
    },
    signOut: (_input, context) => signOut(context),
    entrySignIn: ({ body }, context) => signInByTicket(context, body.ticket),
    sessionKey: (_input, context) =>
      Promise.resolve({
        algorithm: 'AES-256-GCM' as const,
        key: deriveSessionKey(context).toString('hex'),
      }),
  };
}
