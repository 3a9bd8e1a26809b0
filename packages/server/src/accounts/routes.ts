import {
  accountEndpoints,
  DEFAULT_DIAL_CODE,
  DomainError,
  EMAIL_CODE_DIGITS,
  PASSWORD_MAX,
  PASSWORD_MIN,
  REMEMBER_DAYS,
  SMS_CODE_DIGITS,
} from '@northlight/contract';
import { csrfTokenOf, type HandlersOf } from '../platform/http/serve.ts';
import type { Principal } from '../platform/http/principal.ts';
import type { Services } from '../services.ts';
import { presentSession } from './present.ts';
import {
  cookieSeconds,
  openDemo,
  requestCode,
  resetPassword,
  type SignedIn,
  signIn,
  signOut,
  signUp,
} from './service.ts';
import type { RequestContext } from '../platform/http/request-context.ts';

type Keys = keyof typeof accountEndpoints;

const DEMO_OFF = 'The live demo is switched off on this installation (NORTHLIGHT_DEMO).';

export function accountRoutes(services: Services): HandlersOf<Keys> {
  const { idleMinutes, demo } = services.config;
  const welcome = ({ account, session }: SignedIn, context: RequestContext, remember: boolean) => {
    context.cookies.setSession(session.token, cookieSeconds(remember));
    const principal: Principal = { kind: 'account', access: 'web', sessionId: '', account };
    const shown = presentSession(principal, {
      idleMinutes,
      csrfToken: csrfTokenOf(session.token),
      project: undefined,
      expiresAt: session.expiresAt,
    });
    return { ...shown, step: 'signed-in' as const };
  };
  const missing = () => Promise.reject(new DomainError('invalidParameters', { status: 404 }));
  const pending = Object.fromEntries(
    Object.keys(accountEndpoints).map((key) => [key, missing]),
  ) as unknown as HandlersOf<Keys>;
  return {
    ...pending,
    signInOptions: () =>
      Promise.resolve({
        mail: { enabled: true as const, value: { via: 'outbox' as const } },
        sms: { enabled: true as const, value: { via: 'outbox' as const } },
        providers: { enabled: false as const, reason: 'No provider is configured (NORTHLIGHT_OIDC).' },
        dialCode: DEFAULT_DIAL_CODE,
        password: { min: PASSWORD_MIN, max: PASSWORD_MAX },
        codeDigits: { mail: EMAIL_CODE_DIGITS, sms: SMS_CODE_DIGITS },
        rememberDays: REMEMBER_DAYS,
        demo: demo ? { enabled: true as const } : { enabled: false as const, reason: DEMO_OFF },
        ...(services.outboxShown && { outboxUrl: '/dev/outbox' }),
      }),
    codeRequest: ({ body }, context) => requestCode(services, body, context),
    signUp: async ({ body }, context) => welcome(await signUp(services, body, context), context, false),
    passwordReset: async ({ body }, context) => {
      await resetPassword(services, body, context);
      return { ok: true as const };
    },
    signIn: async ({ body }, context) =>
      welcome(await signIn(services, body, context), context, body.remember),
    demoSignIn: async (_input, context) => {
      if (!demo) throw new DomainError('invalidParameters', { status: 404, message: DEMO_OFF });
      const session = await openDemo(services, context);
      context.cookies.setSession(session.token, undefined);
      const principal: Principal = { kind: 'visitor', access: 'web', sessionId: '' };
      return presentSession(principal, {
        idleMinutes,
        csrfToken: csrfTokenOf(session.token),
        project: undefined,
        expiresAt: session.expiresAt,
      });
    },
    sessionGet: async ({ query }, context) => {
      if (context.principal.kind === 'anonymous') throw new Error('The endpoint asks for a session.');
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
  };
}
