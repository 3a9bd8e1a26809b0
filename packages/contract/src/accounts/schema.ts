import { z } from 'zod';
import { storableText } from '../net/index.ts';

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 64;
export const EMAIL_CODE_DIGITS = 6;
export const CODE_MINUTES = 10;
export const CODE_TRIES = 5;
export const REMEMBER_DAYS = 30;

/** Specification §6, numeric on the wire. */
export const ACCOUNT_ROLES = { normal: 0, engineer: 1, manufacturer: 2, thirdParty: 3 } as const;
export type AccountRole = keyof typeof ACCOUNT_ROLES;
export const ACCOUNT_KINDS = { guest: 0, admin: 1 } as const;

/** An account is an e-mail address here; compared in lower case. */
export const accountName = z
  .string({ error: 'Enter your e-mail address.' })
  .trim()
  .toLowerCase()
  .max(254, 'The e-mail address is too long.')
  .pipe(z.email('Enter a valid e-mail address.'));

export const newPassword = z
  .string({ error: 'Enter a password.' })
  .min(PASSWORD_MIN, `The password must have at least ${PASSWORD_MIN} characters.`)
  .max(PASSWORD_MAX, `The password must have at most ${PASSWORD_MAX} characters.`);

export const emailCode = z
  .string({ error: 'Enter the code.' })
  .regex(new RegExp(`^\\d{${EMAIL_CODE_DIGITS}}$`), `The code has ${EMAIL_CODE_DIGITS} digits.`);

export const nickname = storableText(16, 'The name must have at most 16 characters.')
  .min(1, 'Enter a name.')
  .regex(/^\S+$/, 'The name must not contain spaces.')
  .refine((text) => !/\p{Extended_Pictographic}/u.test(text), 'The name must not contain emoticons.');

/** Flags of menu items: absent is false. Computed by the server for the current project. */
export const menuFlags = z.record(z.string(), z.boolean());

export const sessionAccount = z.object({
  id: z.string(),
  account: z.string(),
  nickname: z.string(),
  role: z.number().int().min(0).max(3),
  kind: z.number().int().min(0).max(1),
  /** Product-level label: Visitor, Administrator, Common user… */
  label: z.string(),
  cloudCode: z.string().optional(),
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
