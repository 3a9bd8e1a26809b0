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

const OK = { ok: true } as const;

/** Handlers of sign-in by another device and by providers. */
export function providerRoutes(services: Services, providers: Providers): HandlersOf<Keys> {
  return {
    qrCodeCreate: (_input, context) => createQrCode(services, context),
    qrCodeGet: ({ params }, context) => getQrState(services, context, params.code),
    qrCodeSignIn: async ({ params }, context) =>
      createSignedInResponse(services, context, await signInByQrCode(services, context, params.code)),
    qrCodeScan: ({ params }, context) => scanQrCode(services, context, params.code),
    qrCodeConfirm: async ({ params }, context) => {
      await answerQrCode(services, context, params.code, 'confirmed');
      return OK;
    },
    qrCodeRefuse: async ({ params }, context) => {
      await answerQrCode(services, context, params.code, 'refused');
      return OK;
    },
    providerStart: ({ params, body }, context) =>
      startProviderSignIn(services, providers, context, { ...params, ...body, accountId: null }),
    providerCallback: ({ body }, context) => finishProviderSignIn(services, providers, context, body.params),
    bindExisting: async ({ body }, context) =>
      createSignInResponse(services, context, await bindExistingAccount(services, body, context)),
    bindNew: async ({ body }, context) =>
      createSignedInResponse(services, context, await bindNewAccount(services, body, context)),
    identityList: async (_input, context) => ({ items: await listIdentities(services, providers, context) }),
    identityStart: ({ body }, context) =>
      startProviderSignIn(services, providers, context, {
        provider: body.provider,
        remember: false,
        accountId: getAccount(context).id,
      }),
    identityBind: ({ body }, context) => connectIdentityFromFlow(services, providers, context, body.flowId),
    identityUnbind: async ({ params }, context) => {
      await unbindIdentity(services, context, params.identityId);
      return OK;
    },
  };
}
