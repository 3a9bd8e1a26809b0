import { z } from 'zod';
import { numberText } from '../kit/number-text.ts';
import { done, endpoint } from '../kit/endpoint.ts';
import { fileAnswer } from '../kit/download.ts';
import { countCharacters, storableText } from '../net/index.ts';
import { lengthUnit } from './length-unit.ts';
import { emailAddress, flowKey, issuedFlow, nickname, password, verificationCode } from './schema.ts';

const web = ['web'] as const;
const both = ['web', 'openapi'] as const;
const LINE_MAX = 64;
const EMOJI = /(?![©®™])\p{Extended_Pictographic}|[\p{Regional_Indicator}\u20E3\uFE0F]/u;
const INVISIBLE = /[\p{Cc}\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/u;

/** One line of a profile, in composed Unicode; an empty text removes the value. */
const profileLine = storableText(LINE_MAX * 4)
  .transform((text) => text.normalize('NFC'))
  .refine((text) => countCharacters(text) <= LINE_MAX, `Enter at most ${LINE_MAX} characters.`)
  .refine((text) => text === text.trim(), 'The text begins or ends with a space. Delete the space.')
  .refine((text) => !EMOJI.test(text), 'The text contains emoji. Delete them.')
  .refine(
    (text) => !INVISIBLE.test(text),
    'The text contains invisible characters. Delete them or type the text again.',
  );

/** Image types of specification §5, recognised by content. */
export const IMAGE_TYPES = ['.jpg', '.png', '.jpeg', '.gif', '.bmp'] as const;
export const IMAGE_MAX_BYTES = 10 * 1024 * 1024;
export const AVATAR_PIXELS = 256;
/** Interval after which the company name, or the location, can change again (days). */
export const COMPANY_CHANGE_DAYS = 365;

export const profile = z.object({
  account: z.string(),
  nickname: z.string(),
  roleTitle: z.string(),
  email: z.string().optional(),
  companyName: z.string(),
  companyLocation: z.string(),
  /** Time from which the company name can change again; absent when it can change now. */
  companyNameChangesAt: z.string().optional(),
  companyLocationChangesAt: z.string().optional(),
  avatarUrl: z.string().optional(),
  label: z.string(),
  /** Unit of lengths on floor plans. */
  lengthUnit: lengthUnit.default('m'),
});
export type Profile = z.infer<typeof profile>;

/** Fields to change; absent fields keep their values. */
export const profileChange = z.object({
  nickname: nickname.optional(),
  roleTitle: profileLine.optional(),
  companyName: profileLine.optional(),
  companyLocation: profileLine.optional(),
  lengthUnit: lengthUnit.optional(),
});

/** A square of the picture, in pixels of the picture; absent for the largest centred square. */
const crop = z.object({
  x: numberText(z.number().int().min(0).max(20_000)).optional(),
  y: numberText(z.number().int().min(0).max(20_000)).optional(),
  size: numberText(z.number().int().min(1).max(20_000)).optional(),
});

/** Operations of the pages `/account`, `/account/profile` and `/cloud-code`. */
export const profileEndpoints = {
  profileGet: endpoint({
    method: 'GET',
    path: '/api/v1/account/profile',
    access: both,
    needs: 'account',
    reads: ['profile'],
    summary: 'Returns the profile of this account.',
    response: profile,
  }),
  profileUpdate: endpoint({
    method: 'PATCH',
    path: '/api/v1/account/profile',
    access: web,
    needs: 'account',
    changes: ['profile', 'session'],
    summary:
      'Changes the given fields of the profile. The company name and the location can each be changed once a year.',
    body: profileChange,
    response: profile,
    errors: ['companyNameChanged', 'companyLocationChanged', 'companyChanged'],
  }),
  emailCodeRequest: endpoint({
    method: 'POST',
    path: '/api/v1/account/email-codes',
    access: web,
    needs: 'account',
    summary: 'Sends a code to the new e-mail address of this account.',
    body: z.object({ email: emailAddress }),
    response: issuedFlow,
    errors: ['codeMinuteLimit', 'codeHourLimit', 'codeDayLimit', 'codeAttempts'],
  }),
  emailChange: endpoint({
    method: 'PUT',
    path: '/api/v1/account/email',
    access: web,
    needs: 'account',
    changes: ['profile', 'session'],
    summary:
      'Sets the e-mail address with its code and the password. An account named by its e-mail address is renamed.',
    body: z.object({ flowId: flowKey, code: verificationCode, email: emailAddress, password }),
    response: profile,
    errors: ['wrongCode', 'codeAttempts', 'accountExists', 'wrongOldPassword', 'tooManyFailures'],
  }),
  avatarUpload: endpoint({
    method: 'PUT',
    path: '/api/v1/account/avatar',
    access: web,
    needs: 'account',
    changes: ['profile', 'session'],
    summary:
      'Sets the picture of this account from a .jpg, .png, .gif or .bmp file of at most 10 MB. The server crops it to a square.',
    query: crop,
    upload: { field: 'file', maxBytes: IMAGE_MAX_BYTES, tooLarge: 'imageTooLarge' },
    response: z.object({ avatarUrl: z.string() }),
    errors: ['imageTooLarge', 'fileRefused', 'storageFull'],
  }),
  avatarRemove: endpoint({
    method: 'DELETE',
    path: '/api/v1/account/avatar',
    access: web,
    needs: 'account',
    changes: ['profile', 'session'],
    summary: 'Removes the picture of this account.',
    response: done,
  }),
  avatarGet: endpoint({
    method: 'GET',
    path: '/api/v1/avatars/{fileId}',
    access: both,
    needs: 'session',
    summary: 'Returns the picture of an account.',
    params: z.object({ fileId: z.uuid() }),
    download: true,
    response: fileAnswer,
    errors: ['fileMissing'],
  }),
  cloudCodeGet: endpoint({
    method: 'GET',
    path: '/api/v1/account/cloud-code',
    access: both,
    needs: 'account',
    reads: ['cloudCode'],
    summary: 'Returns the cloud code of this account. A device that presents it becomes a pending device.',
    response: z.object({ cloudCode: z.string(), qrText: z.string() }),
  }),
  cloudCodeRegenerate: endpoint({
    method: 'POST',
    path: '/api/v1/account/cloud-code',
    access: web,
    needs: 'account',
    changes: ['cloudCode'],
    summary: 'Creates a new cloud code. The old one no longer works.',
    response: z.object({ cloudCode: z.string(), qrText: z.string() }),
  }),
} as const;
