import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { storableText } from '../net/index.ts';
import { accountName, emailCode, newPassword, nickname, session } from './schema.ts';

const web = ['web'] as const;
const done = z.object({ ok: z.literal(true) });

export const accountEndpoints = {
  /** What a page that nobody signed in to needs: which ways of signing in exist, and why one is absent. */
  signInOptions: endpoint({
    method: 'GET',
    path: '/api/v1/sign-in-options',
    access: web,
    needs: 'public',
    summary: 'The ways of signing in that this installation offers.',
    response: z.object({
      demo: z.union([
        z.object({ enabled: z.literal(true) }),
        z.object({ enabled: z.literal(false), reason: z.string() }),
      ]),
      /** Set when codes are kept in the outbox, because no mail server is configured. */
      outboxUrl: z.string().optional(),
    }),
  }),
  codeRequest: endpoint({
    method: 'POST',
    path: '/api/v1/codes',
    access: web,
    needs: 'public',
    summary: 'Sends a verification code for signing up or resetting a password.',
    body: z.object({ purpose: z.enum(['sign-up', 'reset']), account: accountName }),
    response: z.object({ flowId: z.string(), expiresAt: z.string() }),
    errors: ['codeMinuteLimit', 'codeHourLimit', 'codeDayLimit', 'codeAttempts'],
  }),
  signUp: endpoint({
    method: 'POST',
    path: '/api/v1/accounts',
    access: web,
    needs: 'public',
    summary: 'Makes an account from a proved e-mail address and signs it in.',
    body: z.object({
      flowId: storableText(40),
      code: emailCode,
      account: accountName,
      password: newPassword,
      nickname,
    }),
    response: session,
    errors: ['wrongCode', 'codeAttempts', 'accountExists'],
    status: 201,
  }),
  passwordReset: endpoint({
    method: 'POST',
    path: '/api/v1/password-resets',
    access: web,
    needs: 'public',
    summary: 'Sets a new password after a code and ends every session of the account.',
    body: z.object({
      flowId: storableText(40),
      code: emailCode,
      account: accountName,
      password: newPassword,
    }),
    response: done,
    errors: ['wrongCode', 'codeAttempts'],
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/api/v1/session',
    access: web,
    needs: 'public',
    summary: 'Signs in with account and password.',
    body: z.object({
      account: accountName,
      password: z.string().min(1).max(256),
      remember: z.boolean().default(false),
    }),
    response: session,
    errors: ['wrongAccountOrPassword', 'tooManyFailures'],
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
    summary: 'Who is signed in, and which menu items are open for a project.',
    query: z.object({ projectId: z.coerce.number().int().optional() }),
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
} as const;
