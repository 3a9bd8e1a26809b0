import { z } from 'zod';
import { numberText } from '../kit/number-text.ts';
import { done, endpoint } from '../kit/endpoint.ts';
import { secret } from '../kit/secret.ts';
import {
  accountName,
  feature,
  flowKey,
  issuedFlow,
  nickname,
  password,
  session,
  settablePassword,
  signedIn,
  signInAnswer,
  verificationCode,
} from './schema.ts';

const web = ['web'] as const;
const messages = z.object({ via: z.enum(['server', 'outbox']) });

/** Operations for sign-up, sign-in and sign-out, and the options that pages need before sign-in. */
export const signInEndpoints = {
  signInOptions: endpoint({
    method: 'GET',
    path: '/api/v1/sign-in-options',
    access: web,
    needs: 'public',
    summary: 'Returns the sign-in methods of this installation, with the reason for each that is off.',
    response: z.object({
      demo: z.union([
        z.object({ enabled: z.literal(true) }),
        z.object({ enabled: z.literal(false), reason: z.string() }),
      ]),
      /** Delivery of codes by e-mail and text message; `outbox` stores them in files for the operator. */
      mail: feature(messages),
      sms: feature(messages),
      /** Chat apps and social networks that users can sign in with, through OpenID Connect. */
      providers: feature(z.array(z.object({ id: z.string(), label: z.string() }))),
      /** Country code for mobile numbers that are entered without a country code. */
      dialCode: z.string(),
      password: z.object({ min: z.number().int(), max: z.number().int() }),
      codeDigits: z.object({ mail: z.number().int(), sms: z.number().int() }),
      rememberDays: z.number().int(),
      /** Address of the outbox; present when codes are stored there, because no mail server is configured. */
      outboxUrl: z.string().optional(),
    }),
  }),
  codeRequest: endpoint({
    method: 'POST',
    path: '/api/v1/codes',
    access: web,
    needs: 'public',
    summary: 'Sends a verification code for signing up or resetting a password, by e-mail or text message.',
    body: z.object({ purpose: z.enum(['sign-up', 'reset']), account: accountName }),
    response: issuedFlow,
    errors: ['codeMinuteLimit', 'codeHourLimit', 'codeDayLimit', 'codeAttempts'],
  }),
  signUp: endpoint({
    method: 'POST',
    path: '/api/v1/accounts',
    access: web,
    needs: 'public',
    summary: 'Creates an account for a verified e-mail address or mobile number and signs it in.',
    body: z.object({
      flowId: flowKey,
      code: verificationCode,
      account: accountName,
      password: settablePassword,
      nickname,
    }),
    response: signedIn,
    errors: ['wrongCode', 'codeAttempts', 'accountExists'],
    status: 201,
  }),
  passwordReset: endpoint({
    method: 'POST',
    path: '/api/v1/password-resets',
    access: web,
    needs: 'public',
    summary: 'Sets a new password with a code and ends every session of the account.',
    body: z.object({
      flowId: flowKey,
      code: verificationCode,
      account: accountName,
      password: settablePassword,
    }),
    response: done,
    errors: ['wrongCode', 'codeAttempts'],
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/api/v1/session',
    access: web,
    needs: 'public',
    summary: 'Signs in with account and password. An account with a second factor then needs a code.',
    body: z.object({ account: accountName, password, remember: z.boolean().default(false) }),
    response: signInAnswer,
    errors: ['wrongAccountOrPassword', 'tooManyFailures'],
    status: 201,
  }),
  secondFactorSignIn: endpoint({
    method: 'POST',
    path: '/api/v1/session/second-factor',
    access: web,
    needs: 'public',
    summary: 'Completes a sign-in with a code of the second factor or a recovery code.',
    body: z.object({ flowId: flowKey, code: secret(z.string().min(6).max(32)) }),
    response: signedIn,
    errors: ['wrongCode', 'codeAttempts'],
    status: 201,
  }),
  demoSignIn: endpoint({
    method: 'POST',
    path: '/api/v1/demo-session',
    access: web,
    needs: 'public',
    summary: 'Opens the live demo as a visitor.',
    response: session,
    status: 201,
  }),
  sessionGet: endpoint({
    method: 'GET',
    path: '/api/v1/session',
    access: ['web', 'openapi'],
    needs: 'session',
    reads: ['session', 'sharing'],
    summary: 'Returns the signed-in account, and the menu items available for a project.',
    query: z.object({ projectId: numberText(z.number().int()).optional() }),
    response: session,
  }),
  signOut: endpoint({
    method: 'DELETE',
    path: '/api/v1/session',
    access: ['web', 'openapi'],
    needs: 'session',
    summary: 'Ends this session.',
    response: done,
  }),
  entrySignIn: endpoint({
    method: 'POST',
    path: '/api/v1/session/entry',
    access: ['openapi'],
    needs: 'public',
    summary: 'Opens the console for a third-party customer with a signed ticket.',
    body: z.object({
      /**
       * A JWT signed with HS256 or EdDSA. `iss` is the account, `exp` at most 5 min ahead, `jti` unique,
       * `projectId` optional.
       */
      ticket: secret(z.string().min(20).max(4096)),
    }),
    response: z.object({
      token: z.string(),
      expiresAt: z.string(),
      projectId: z.number().int().optional(),
    }),
    errors: ['signature', 'tooManyFailures', 'projectInvalid'],
    status: 201,
  }),
  sessionKey: endpoint({
    method: 'GET',
    path: '/api/v1/session/key',
    access: ['web', 'openapi'],
    needs: 'account',
    summary:
      'Returns the key of this session. Revealed secrets are encrypted with it as hex(nonce|ciphertext|tag).',
    response: z.object({ algorithm: z.literal('AES-256-GCM'), key: z.string() }),
  }),
} as const;
