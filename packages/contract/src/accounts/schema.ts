import { z } from 'zod';
import { secret } from '../kit/secret.ts';
import { lengthUnit } from './length-unit.ts';
import { nicknameText, storableText } from '../net/index.ts';

export { accountName, DEFAULT_DIAL_CODE, emailAddress, isMobile, normalizeAccount } from './account-name.ts';
export * from './password.ts';

/** Default lengths of codes; `listSignInOptions` returns the lengths of the installation. */
export const EMAIL_CODE_DIGITS = 6;
export const SMS_CODE_DIGITS = 4;
export const CODE_MINUTES = 10;
export const CODE_TRIES = 5;
export const REMEMBER_DAYS = 30;

/** Roles of accounts with their numbers in the API (specification §6). */
export const ACCOUNT_ROLES = { normal: 0, engineer: 1, manufacturer: 2, thirdParty: 3 } as const;
export type AccountRole = keyof typeof ACCOUNT_ROLES;
export const ACCOUNT_KINDS = { guest: 0, admin: 1 } as const;
/**
 * Membership levels: common, basic, silver and gold. An administrator sets them as a label; they grant no
 * permissions.
 */
export const ACCOUNT_LEVELS = { common: 0, basic: 1, silver: 2, gold: 3 } as const;

export const accountRole = z.number().int().min(0).max(3);
export const accountKind = z.number().int().min(0).max(1);
export const accountLevel = z.number().int().min(0).max(3);

/** Id of a verification flow. The cookie of the browser contains the flow's secret. */
export const flowKey = storableText(40);

/** Returns the schema of a code with the installation's number of digits, for forms. */
export const codeOfDigits = (digits: number) =>
  z
    .string({ error: 'Enter the code.' })
    .regex(new RegExp(`^\\d{${digits}}$`), `The code has ${digits} digits.`);
export const emailCode = codeOfDigits(EMAIL_CODE_DIGITS);
export const CODE_DIGITS_MIN = 4;
export const CODE_DIGITS_MAX = 8;

/** A code of any configurable length, so that a wrong length counts as a wrong code. */
export const verificationCode = secret(
  z
    .string({ error: 'Enter the code.' })
    .regex(new RegExp(`^\\d{${CODE_DIGITS_MIN},${CODE_DIGITS_MAX}}$`), 'Enter digits only.'),
);

/** Name that other accounts see. It is in composed Unicode, so that equal names compare equal. */
export const nickname = z
  .string({ error: 'Enter a name.' })
  .transform((text) => text.normalize('NFC'))
  .pipe(nicknameText);

/** Flags of menu items, computed by the server for the current project; absent means false. */
export const menuFlags = z.record(z.string(), z.boolean());

export const sessionAccount = z.object({
  id: z.string(),
  account: z.string(),
  nickname: z.string(),
  role: accountRole,
  kind: accountKind,
  /** Label of the role: Visitor, Administrator, Common user… */
  label: z.string(),
  cloudCode: z.string().optional(),
  /** Address of the picture; absent if the account has no picture. */
  avatarUrl: z.string().optional(),
  /** Unit of lengths on floor plans; absent for metres. */
  lengthUnit: lengthUnit.optional(),
});

export const session = z.object({
  account: sessionAccount,
  accessType: z.enum(['web', 'openapi']),
  /** True for a visitor of the demo, who can only read. */
  visitor: z.boolean(),
  /** Token that every write of a cookie session sends as `X-CSRF-Token`. */
  csrfToken: z.string().optional(),
  /** Idle time before the warning (min); 0 disables the automatic sign-out. */
  idleMinutes: z.number().int(),
  menu: menuFlags,
  /** Functions that the session's demo copies support. */
  demoFuncSupport: z.array(z.string()),
  /**
   * Version of the project list. It changes with every change of a listed project, its data, permissions or
   * marks.
   */
  projectListVersion: z.number().int(),
  expiresAt: z.string().optional(),
});
export type Session = z.infer<typeof session>;

/** Result of a completed sign-in. */
export const signedIn = session.extend({ step: z.literal('signed-in') });
/** Result after a correct password, if the account also requires a second factor. */
export const secondFactorStep = z.object({
  step: z.literal('second-factor'),
  flowId: z.string(),
  expiresAt: z.string(),
});
export const signInAnswer = z.discriminatedUnion('step', [signedIn, secondFactorStep]);
export type SignInAnswer = z.infer<typeof signInAnswer>;

/**
 * Returns the schema of an optional feature of the installation: its value, or the reason why the feature is
 * off.
 */
export const feature = <T extends z.ZodType>(value: T) =>
  z.union([
    z.object({ enabled: z.literal(true), value }),
    z.object({ enabled: z.literal(false), reason: z.string() }),
  ]);

export const issuedFlow = z.object({ flowId: z.string(), expiresAt: z.string() });
