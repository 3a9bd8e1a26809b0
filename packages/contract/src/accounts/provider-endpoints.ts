import { z } from 'zod';
import { done, endpoint } from '../kit/endpoint.ts';
import { storableText } from '../net/index.ts';
import {
  accountName,
  flowKey,
  nickname,
  password,
  secondFactorStep,
  settablePassword,
  signedIn,
  signInAnswer,
  verificationCode,
} from './schema.ts';

const web = ['web'] as const;
const redirect = z.object({ redirectUrl: z.string() });
const provider = z.string().regex(/^[a-z0-9-]{1,32}$/);

/**
 * The provider has authenticated the user, but their identity is not connected to an account. `/bind`
 * continues with an existing or a new account.
 */
export const bindStep = z.object({
  step: z.literal('bind'),
  flowId: z.string(),
  expiresAt: z.string(),
  provider: z.object({ id: z.string(), label: z.string() }),
  /** Name of the user at the provider, for display only. */
  suggestedNickname: z.string().optional(),
});
/** The flow was started on the security page, and `identityBind` completes it. */
export const linkStep = z.object({ step: z.literal('link'), flowId: z.string() });
export const callbackAnswer = z.discriminatedUnion('step', [signedIn, secondFactorStep, bindStep, linkStep]);
export type CallbackAnswer = z.infer<typeof callbackAnswer>;

export const identity = z.object({
  id: z.string(),
  provider: z.object({ id: z.string(), label: z.string() }),
  createdAt: z.string(),
  lastUsedAt: z.string().optional(),
});

/** Sign-in by chat apps and social networks, through generic OpenID Connect providers. */
export const providerEndpoints = {
  providerStart: endpoint({
    method: 'POST',
    path: '/api/v1/session/providers/{provider}',
    access: web,
    needs: 'public',
    summary: 'Starts a sign-in through a third party. The browser then opens the returned address.',
    params: z.object({ provider }),
    body: z.object({ remember: z.boolean().default(false) }),
    response: redirect,
    errors: ['bindingRefused', 'tooManyFailures'],
  }),
  providerCallback: endpoint({
    method: 'POST',
    path: '/api/v1/session/provider-callback',
    access: web,
    needs: 'public',
    summary: 'Completes a sign-in after the third party redirected the browser, or returns the next step.',
    /** Parameters of the address that the provider redirects to. */
    body: z.object({ params: z.record(z.string().max(64), z.string().max(4096)) }),
    response: callbackAnswer,
    errors: ['bindingRefused', 'bindingFailed'],
    status: 201,
  }),
  bindExisting: endpoint({
    method: 'POST',
    path: '/api/v1/session/bindings/existing',
    access: web,
    needs: 'public',
    summary: 'Connects the third party to an existing account with its password, and signs in.',
    body: z.object({ flowId: flowKey, account: accountName, password }),
    response: signInAnswer,
    errors: ['wrongAccountOrPassword', 'tooManyFailures', 'bindingFailed', 'bindingExists'],
    status: 201,
  }),
  bindNew: endpoint({
    method: 'POST',
    path: '/api/v1/session/bindings/new',
    access: web,
    needs: 'public',
    summary: 'Connects the third party to a new account, verified by a sign-up code, and signs in.',
    body: z.object({
      flowId: flowKey,
      codeFlowId: flowKey,
      code: verificationCode,
      account: accountName,
      password: settablePassword,
      nickname,
    }),
    response: signedIn,
    errors: ['wrongCode', 'codeAttempts', 'accountExists', 'bindingFailed', 'bindingExists'],
    status: 201,
  }),
  identityList: endpoint({
    method: 'GET',
    path: '/api/v1/account/identities',
    access: web,
    needs: 'account',
    reads: ['identities'],
    summary: 'Lists the third-party accounts that sign in to this account.',
    response: z.object({ items: z.array(identity) }),
  }),
  identityStart: endpoint({
    method: 'POST',
    path: '/api/v1/account/identities/start',
    access: web,
    needs: 'account',
    summary: 'Starts to connect a third party to this account. The browser then opens the returned address.',
    body: z.object({ provider: storableText(32) }),
    response: redirect,
    errors: ['bindingRefused'],
  }),
  identityBind: endpoint({
    method: 'POST',
    path: '/api/v1/account/identities',
    access: web,
    needs: 'account',
    changes: ['identities'],
    summary: 'Connects the third party to this account after the redirect.',
    body: z.object({ flowId: flowKey }),
    response: identity,
    errors: ['bindingFailed', 'bindingExists'],
    status: 201,
  }),
  identityUnbind: endpoint({
    method: 'DELETE',
    path: '/api/v1/account/identities/{identityId}',
    access: web,
    needs: 'account',
    changes: ['identities'],
    summary: 'Disconnects a third party from this account.',
    params: z.object({ identityId: z.uuid() }),
    response: done,
    errors: ['bindingMissing'],
  }),
} as const;
