import { z } from 'zod';
import { deviceName, storableText } from '../net/index.ts';

export { accountName, DEFAULT_DIAL_CODE, emailAddress, isMobile, normalAccount } from './account-name.ts';
export * from './password.ts';

/** Lengths that codes have unless the installation sets others; `signInOptions` says which. */
export const EMAIL_CODE_DIGITS = 6;
export const SMS_CODE_DIGITS = 4;
export const CODE_MINUTES = 10;
export const CODE_TRIES = 5;
export const REMEMBER_DAYS = 30;

/** Specification §6, numeric on the wire. */
export const ACCOUNT_ROLES = { normal: 0, engineer: 1, manufacturer: 2, thirdParty: 3 } as const;
export type AccountRole = keyof typeof ACCOUNT_ROLES;
export const ACCOUNT_KINDS = { guest: 0, admin: 1 } as const;
/** Common user, basic, silver and gold member: a word that an administrator sets, without rights. */
export const ACCOUNT_LEVELS = { common: 0, basic: 1, silver: 2, gold: 3 } as const;

export const accountRole = z.number().int().min(0).max(3);
export const accountKind = z.number().int().min(0).max(1);
export const accountLevel = z.number().int().min(0).max(3);

/** Key of a flow: what a browser is in the middle of, beside the secret in its cookie. */
export const flowKey = storableText(40);

/** A code as a form checks it, once it knows how many digits this installation sends. */
export const codeOfDigits = (digits: number) =>
  z
    .string({ error: 'Enter the code.' })
    .regex(new RegExp(`^\\d{${digits}}$`), `The code has ${digits} digits.`);
export const emailCode = codeOfDigits(EMAIL_CODE_DIGITS);
export const CODE_DIGITS_MIN = 4;
export const CODE_DIGITS_MAX = 8;

/** Digits of a mail or a short message; how many is a setting, so a wrong length is a wrong code. */
export const verificationCode = z
  .string({ error: 'Enter the code.' })
  .regex(new RegExp(`^\\d{${CODE_DIGITS_MIN},${CODE_DIGITS_MAX}}$`), 'The code has digits only.');

/** Specification §5: 1 to 16 characters, no spaces, no emoticons; kept composed, so that equal names are equal. */
export const nickname = z
  .string({ error: 'Enter a name.' })
  .transform((text) => text.normalize('NFC'))
  .pipe(deviceName);

/** Flags of menu items: absent is false. Computed by the server for the current project. */
export const menuFlags = z.record(z.string(), z.boolean());

export const sessionAccount = z.object({
  id: z.string(),
  account: z.string(),
  nickname: z.string(),
  role: accountRole,
  kind: accountKind,
  /** Product-level label: Visitor, Administrator, Common user… */
  label: z.string(),
  cloudCode: z.string().optional(),
  /** Address of the picture; absent while there is none. */
  avatarUrl: z.string().optional(),
});

export const session = z.object({
  account: sessionAccount,
  accessType: z.enum(['web', 'openapi']),
  /** True for the demo's visitor: reads only. */
  visitor: z.boolean(),
  /** Sent back as `X-CSRF-Token` on every write of a cookie session. */
  csrfToken: z.string().optional(),
  /** Idle minutes on an open page before the warning; 0 is off. */
  idleMinutes: z.number().int(),
  menu: menuFlags,
  expiresAt: z.string().optional(),
});
export type Session = z.infer<typeof session>;

/** The browser is signed in now. */
export const signedIn = session.extend({ step: z.literal('signed-in') });
/** The password was right, the account wants its second factor too. */
export const secondFactorStep = z.object({
  step: z.literal('second-factor'),
  flowId: z.string(),
  expiresAt: z.string(),
});
export const signInAnswer = z.discriminatedUnion('step', [signedIn, secondFactorStep]);
export type SignInAnswer = z.infer<typeof signInAnswer>;

/** Something that an installation has, or the reason why not. */
export const feature = <T extends z.ZodType>(value: T) =>
  z.union([
    z.object({ enabled: z.literal(true), value }),
    z.object({ enabled: z.literal(false), reason: z.string() }),
  ]);

export const issuedFlow = z.object({ flowId: z.string(), expiresAt: z.string() });
export const done = z.object({ ok: z.literal(true) });
