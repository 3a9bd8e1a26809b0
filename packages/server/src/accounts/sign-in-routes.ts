import { DomainError } from '@northlight/contract';
import { sessionKey } from '../platform/secrets/session-key.ts';
import type { HandlersOf } from '../platform/http/serve.ts';
import type { Services } from '../services.ts';
import { signInByTicket } from './entry.ts';
import { DEMO_OFF, signInOptions } from './options.ts';
import { presentSession } from './present.ts';
import type { Providers } from './providers.ts';
import { finishSecondFactor } from './second-factor-sign-in.ts';
import { openDemo, requestCode, resetPassword, signOut, signUp } from './service.ts';
import { signIn } from './sign-in.ts';
import { handOver, welcome, welcomeOrFactor } from './welcome.ts';

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
    signInOptions: () => Promise.resolve(signInOptions(services, providers)),
    codeRequest: ({ body }, context) => requestCode(services, body, context),
    signUp: async ({ body }, context) => welcome(services, context, await signUp(services, body, context)),
    passwordReset: async ({ body }, context) => {
      await resetPassword(services, body, context);
      return { ok: true as const };
    },
    signIn: async ({ body }, context) =>
      welcomeOrFactor(services, context, await signIn(services, body, context)),
    secondFactorSignIn: async ({ body }, context) =>
      welcome(services, context, await finishSecondFactor(services, body, context)),
    demoSignIn: async (_input, context) => {
      if (!demo) throw new DomainError('invalidParameters', { status: 404, message: DEMO_OFF });
      const session = await openDemo(services, context);
      const visitor = { kind: 'visitor', access: 'web', sessionId: '' } as const;
      return handOver(services, context, visitor, { session, remember: false });
    },
    sessionGet: async ({ query }, context) => {
      if (context.principal.kind === 'anonymous') throw new DomainError('notSignedIn');
      const standing =
        query.projectId === undefined
          ? undefined
          : await services.projectAccess(context.principal, query.projectId);
      const project = typeof standing === 'string' ? undefined : standing;
      return presentSession(context.principal, { idleMinutes, csrfToken: context.csrfToken, project });
    },
    signOut: async (_input, context) => {
      await signOut(services, context);
      return { ok: true as const };
    },
    entrySignIn: ({ body }, context) => signInByTicket(services, body.ticket, context),
    sessionKey: (_input, context) =>
      Promise.resolve({
        algorithm: 'AES-256-GCM' as const,
        key: sessionKey(services, context).toString('hex'),
      }),
  };
}
