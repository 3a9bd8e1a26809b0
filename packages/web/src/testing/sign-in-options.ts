import type { Api, CallResult } from '@northlight/contract';

type SignInOptions = CallResult<Api['signInOptions']>;

export const NO_PROVIDERS = 'No chat app or social network is set up on this installation.';

/** Sign-in methods of an installation with e-mail, without text messages and without providers. */
export const createSignInOptions = (values: Partial<SignInOptions> = {}): SignInOptions => ({
  demo: { enabled: true },
  mail: { enabled: true, value: { via: 'server' } },
  sms: { enabled: false, reason: 'No gateway for text messages is set up.' },
  providers: { enabled: false, reason: NO_PROVIDERS },
  dialCode: '+351',
  password: { min: 8, max: 64 },
  codeDigits: { mail: 6, sms: 4 },
  rememberDays: 30,
  ...values,
});
