import { z } from 'zod';
import { done, endpoint } from '../kit/endpoint.ts';
import { secret } from '../kit/secret.ts';
import { password, session, settablePassword } from './schema.ts';
import { apiToken, apiTokenName, SESSION_KINDS, tokenScope } from './security-schema.ts';

const web = ['web'] as const;
const factorCode = secret(z.string({ error: 'Enter the code.' }).min(6, 'Enter the code.').max(32));

/** Operations of `/account/security`: sessions, password, second factor and API tokens. */
export const securityEndpoints = {
  accountSessionList: endpoint({
    method: 'GET',
    path: '/api/v1/account/sessions',
    access: web,
    needs: 'account',
    reads: ['sessions'],
    summary: 'Lists the sessions of this account, newest first.',
    response: z.object({
      items: z.array(
        z.object({
          id: z.string(),
          kind: z.enum(SESSION_KINDS),
          network: z.string(),
          /** Readable name of the user agent: `Firefox on Windows`. */
          userAgent: z.string(),
          createdAt: z.string(),
          lastSeenAt: z.string(),
          expiresAt: z.string(),
          current: z.boolean(),
        }),
      ),
    }),
  }),
  accountSessionRevoke: endpoint({
    method: 'DELETE',
    path: '/api/v1/account/sessions/{sessionId}',
    access: web,
    needs: 'account',
    changes: ['sessions'],
    summary: 'Ends one session of this account.',
    params: z.object({ sessionId: z.uuid() }),
    response: done,
  }),
  accountSessionRevokeOthers: endpoint({
    method: 'DELETE',
    path: '/api/v1/account/sessions',
    access: web,
    needs: 'account',
    changes: ['sessions'],
    summary: 'Ends every other session of this account. API tokens remain valid.',
    response: z.object({ ended: z.number().int() }),
  }),
  passwordChange: endpoint({
    method: 'PUT',
    path: '/api/v1/account/password',
    access: web,
    needs: 'account',
    summary:
      'Sets a new password, and ends every other session and token. This session continues with a new token.',
    body: z.object({ oldPassword: password, newPassword: settablePassword }),
    response: session,
    errors: ['wrongOldPassword', 'tooManyFailures'],
  }),
  identityConfirm: endpoint({
    method: 'POST',
    path: '/api/v1/account/confirmations',
    access: web,
    needs: 'account',
    summary:
      'Confirms the caller’s identity with the password, or with a code when the second factor is on. The confirmation is valid for 10 min.',
    body: z.object({ password: password.optional(), code: factorCode.optional() }),
    response: z.object({ until: z.string() }),
    errors: ['wrongOldPassword', 'tooManyFailures', 'wrongCode', 'codeAttempts'],
  }),
  secondFactorGet: endpoint({
    method: 'GET',
    path: '/api/v1/account/second-factor',
    access: web,
    needs: 'account',
    reads: ['secondFactor'],
    summary: 'Returns whether this account requires a second factor.',
    response: z.object({
      enabled: z.boolean(),
      enabledAt: z.string().optional(),
      recoveryCodesLeft: z.number().int(),
    }),
  }),
  secondFactorEnrol: endpoint({
    method: 'POST',
    path: '/api/v1/account/second-factor',
    access: web,
    needs: 'account',
    changes: ['secondFactor'],
    summary:
      'Creates an authenticator secret, which is shown once. It takes effect after one of its codes is confirmed.',
    body: z.object({ password }),
    response: z.object({
      /** Content of the QR code: `otpauth://totp/…`. */
      uri: z.string(),
      /** The secret in Base32, for manual entry. */
      secret: z.string(),
    }),
    errors: ['wrongOldPassword', 'tooManyFailures', 'repeated'],
    status: 201,
  }),
  secondFactorConfirm: endpoint({
    method: 'POST',
    path: '/api/v1/account/second-factor/confirm',
    access: web,
    needs: 'account',
    changes: ['secondFactor'],
    summary:
      'Turns the second factor on with one of its codes. Returns the recovery codes, which are shown once.',
    body: z.object({ code: factorCode }),
    response: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: ['wrongCode', 'codeAttempts'],
  }),
  secondFactorDisable: endpoint({
    method: 'POST',
    path: '/api/v1/account/second-factor/disable',
    access: web,
    needs: 'account',
    changes: ['secondFactor'],
    summary: 'Turns the second factor off with the password and one of its codes or a recovery code.',
    body: z.object({ password, code: factorCode }),
    response: done,
    errors: ['wrongOldPassword', 'tooManyFailures', 'wrongCode', 'codeAttempts'],
  }),
  recoveryCodesRenew: endpoint({
    method: 'POST',
    path: '/api/v1/account/second-factor/recovery-codes',
    access: web,
    needs: 'account',
    changes: ['secondFactor'],
    summary: 'Creates new recovery codes, which are shown once. The old ones no longer work.',
    body: z.object({ password, code: factorCode }),
    response: z.object({ recoveryCodes: z.array(z.string()) }),
    errors: ['wrongOldPassword', 'tooManyFailures', 'wrongCode', 'codeAttempts'],
  }),
  apiTokenList: endpoint({
    method: 'GET',
    path: '/api/v1/account/api-tokens',
    access: web,
    needs: 'account',
    reads: ['apiTokens'],
    summary: 'Lists the API tokens of this account, without their secrets.',
    response: z.object({ items: z.array(apiToken) }),
  }),
  apiTokenCreate: endpoint({
    method: 'POST',
    path: '/api/v1/account/api-tokens',
    access: web,
    needs: 'account',
    changes: ['apiTokens'],
    summary: 'Creates an API token. Its secret is returned only here.',
    body: z.object({
      name: apiTokenName,
      scope: tokenScope,
      expiresInDays: z.number().int().min(1).max(365),
    }),
    response: apiToken.extend({ token: z.string() }),
    status: 201,
    errors: ['projectInvalid'],
  }),
  apiTokenRevoke: endpoint({
    method: 'DELETE',
    path: '/api/v1/account/api-tokens/{tokenId}',
    access: web,
    needs: 'account',
    changes: ['apiTokens'],
    summary: 'Revokes an API token.',
    params: z.object({ tokenId: z.uuid() }),
    response: done,
  }),
} as const;
