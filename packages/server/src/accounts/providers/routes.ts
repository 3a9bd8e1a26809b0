import type { HandlersOf } from '../../platform/http/serve.ts';
import { getAccount } from '../../platform/http/request-context.ts';
import type { Services } from '../../services.ts';
import { connectIdentityFromFlow, listIdentities, unbindIdentity } from './identities.ts';
import {
  bindExistingAccount,
  bindNewAccount,
  finishProviderSignIn,
  startProviderSignIn,
} from './provider-sign-in.ts';
import type { Providers } from './providers.ts';
import { answerQrCode, createQrCode, getQrState, scanQrCode, signInByQrCode } from '../sign-in/qr-sign-in.ts';
import { createSignedInResponse, createSignInResponse } from '../sign-in/session-response.ts';

type Keys =
  | 'qrCodeCreate'
  | 'qrCodeGet'
  | 'qrCodeSignIn'
  | 'qrCodeScan'
  | 'qrCodeConfirm'
  | 'qrCodeRefuse'
  | 'providerStart'
  | 'providerCallback'
  | 'bindExisting'
  | 'bindNew'
  | 'identityList'
  | 'identityStart'
  | 'identityBind'
  | 'identityUnbind';

/** Handlers of sign-in by another device and by providers. */
export function providerRoutes(services: Services, providers: Providers): HandlersOf<Keys> {
  return {
    qrCodeCreate: (_input, context) => createQrCode(context),
    qrCodeGet: ({ params }, context) => getQrState(context, params.code),
    qrCodeSignIn: async ({ params }, context) =>
      createSignedInResponse(context, await signInByQrCode(context, params.code)),
    qrCodeScan: ({ params }, context) => scanQrCode(context, params.code),
    qrCodeConfirm: ({ params }, context) => answerQrCode(context, params.code, 'confirmed'),
    qrCodeRefuse: ({ params }, context) => answerQrCode(context, params.code, 'refused'),
    providerStart: ({ params, body }, context) =>
      startProviderSignIn(context, providers, { ...params, ...body, accountId: null }),
    providerCallback: ({ body }, context) => finishProviderSignIn(context, providers, body.params),
    bindExisting: async ({ body }, context) =>
      createSignInResponse(context, await bindExistingAccount(context, body)),
    bindNew: async ({ body }, context) =>
      createSignedInResponse(context, await bindNewAccount(context, body)),
    identityList: async (_input, context) => ({ items: await listIdentities(context, providers) }),
    identityStart: ({ body }, context) =>
      startProviderSignIn(context, providers, {
        provider: body.provider,
        remember: false,
        accountId: getAccount(context).id,
      }),
    identityBind: ({ body }, context) => connectIdentityFromFlow(context, providers, body.flowId),
    identityUnbind: ({ params }, context) => unbindIdentity(context, params.identityId),
  };
}
