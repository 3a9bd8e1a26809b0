import { type HandlersOf, deriveCsrfToken } from '../platform/http/serve.ts';
import type { Services } from '../services.ts';
import { changePassword, listSessions, revokeOtherSessions, revokeSession } from './sessions/own-sessions.ts';
import { presentSession } from './present.ts';
import {
  confirmFactor,
  disableFactor,
  enrolFactor,
  readFactorState,
  renewCodes,
} from './second-factor/second-factor.ts';
import { confirmIdentity } from './second-factor/confirm-identity.ts';
import { createLongLivedSession, listLongLivedSessions } from './tokens/long-lived-sessions.ts';
import { computeSessionLifetime } from './sign-in/session-response.ts';
import { API_TOKENS_MAX, DomainError } from '@northlight/contract';

type Keys =
  | 'accountSessionList'
  | 'accountSessionRevoke'
  | 'accountSessionRevokeOthers'
  | 'passwordChange'
  | 'identityConfirm'
  | 'secondFactorGet'
  | 'secondFactorEnrol'
  | 'secondFactorConfirm'
  | 'secondFactorDisable'
  | 'recoveryCodesRenew'
  | 'apiTokenList'
  | 'apiTokenCreate'
  | 'apiTokenRevoke';

export function securityRoutes(services: Services): HandlersOf<Keys> {
  const { idleMinutes } = services.config;
  return {
    accountSessionList: async (_input, context) => ({ items: await listSessions(context) }),
    accountSessionRevoke: ({ params }, context) => revokeSession(context, params.sessionId),
    accountSessionRevokeOthers: async (_input, context) => ({
      ended: await revokeOtherSessions(context),
    }),
    passwordChange: async ({ body }, context) => {
      const { principal, cookies } = context;
      if (principal.kind === 'anonymous') throw new DomainError('notSignedIn');
      const token = await changePassword(context, body);
      const { expiresAt, seconds } = await computeSessionLifetime(services, token);
      cookies.setSession(token, seconds);
      return presentSession(principal, {
        idleMinutes,
        csrfToken: deriveCsrfToken(token),
        project: undefined,
        projectListVersion: await services.projectListVersion(principal),
        expiresAt,
      });
    },
    identityConfirm: async ({ body }, context) => ({
      until: (await confirmIdentity(context, body)).toISOString(),
    }),
    secondFactorGet: (_input, context) => readFactorState(context),
    secondFactorEnrol: ({ body }, context) => enrolFactor(context, body.password),
    secondFactorConfirm: async ({ body }, context) => ({
      recoveryCodes: await confirmFactor(context, body.code),
    }),
    secondFactorDisable: ({ body }, context) => disableFactor(context, body),
    recoveryCodesRenew: async ({ body }, context) => ({
      recoveryCodes: await renewCodes(context, body),
    }),
    apiTokenList: async (_input, context) => ({
      items: await listLongLivedSessions(context, 'token'),
    }),
    apiTokenCreate: ({ body }, context) =>
      createLongLivedSession(context, {
        ...body,
        kind: 'token',
        limit: API_TOKENS_MAX,
        noun: 'API tokens',
        action: 'account.token-create',
      }),
    apiTokenRevoke: ({ params }, context) => revokeSession(context, params.tokenId, ['token']),
  };
}
