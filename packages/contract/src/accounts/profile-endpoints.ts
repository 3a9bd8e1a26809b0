import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { fileAnswer } from '../kit/download.ts';
import { characters, storableText } from '../net/index.ts';
import { done, emailAddress, flowKey, issuedFlow, nickname, password, verificationCode } from './schema.ts';

const web = ['web'] as const;
const both = ['web', 'openapi'] as const;
const LINE_MAX = 64;
const EMOTICON = /(?![©®™])\p{Extended_Pictographic}|[\p{Regional_Indicator}\u20E3\uFE0F]/u;
const INVISIBLE = /[\p{Cc}\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/u;

/** One line of a profile: kept composed; empty takes it back. */
const profileLine = storableText(LINE_MAX * 4)
  .transform((text) => text.normalize('NFC'))
  .refine((text) => characters(text) <= LINE_MAX, `At most ${LINE_MAX} characters are possible.`)
  .refine((text) => text === text.trim(), 'Leading and trailing spaces are not allowed.')
  .refine((text) => !EMOTICON.test(text), 'Emoticons are not allowed.')
  .refine((text) => !INVISIBLE.test(text), 'Invisible characters are not allowed.');

/** Pictures of specification §5, by content and not by name. */
export const IMAGE_TYPES = ['.jpg', '.png', '.jpeg', '.gif', '.bmp'] as const;
export const IMAGE_MAX_BYTES = 10 * 1024 * 1024;
export const AVATAR_PIXELS = 256;
/** The company name and location can each change once in this many days. */
export const COMPANY_CHANGE_DAYS = 365;

export const profile = z.object({
  account: z.string(),
  nickname: z.string(),
  roleTitle: z.string(),
  email: z.string().optional(),
  companyName: z.string(),
  companyLocation: z.string(),
  /** From when on it can change again; absent when it can now. */
  companyNameChangesAt: z.string().optional(),
  companyLocationChangesAt: z.string().optional(),
  avatarUrl: z.string().optional(),
  label: z.string(),
});
export type Profile = z.infer<typeof profile>;

/** What is given is changed; the rest stays. */
export const profileChange = z.object({
  nickname: nickname.optional(),
  roleTitle: profileLine.optional(),
  companyName: profileLine.optional(),
  companyLocation: profileLine.optional(),
});

/** A square of the picture in its own pixels; absent takes the middle. */
const crop = z.object({
  x: z.coerce.number().int().min(0).max(20_000).optional(),
  y: z.coerce.number().int().min(0).max(20_000).optional(),
  size: z.coerce.number().int().min(1).max(20_000).optional(),
});

/** `/account`, `/account/profile`, `/cloud-code`. */
export const profileEndpoints = {
  profileGet: endpoint({
    method: 'GET',
    path: '/api/v1/account/profile',
    access: both,
    needs: 'account',
    summary: 'The profile of this account.',
    response: profile,
  }),
  profileUpdate: endpoint({
    method: 'PATCH',
    path: '/api/v1/account/profile',
    access: web,
    needs: 'account',
    summary: 'Changes what is given; company name and location each once a year.',
    body: profileChange,
    response: profile,
    errors: ['companyNameChanged', 'companyLocationChanged', 'companyChanged'],
  }),
  emailCodeRequest: endpoint({
    method: 'POST',
    path: '/api/v1/account/email-codes',
    access: web,
    needs: 'account',
    summary: 'Sends a code to the e-mail address that this account wants to have.',
    body: z.object({ email: emailAddress }),
    response: issuedFlow,
    errors: ['codeMinuteLimit', 'codeHourLimit', 'codeDayLimit', 'codeAttempts'],
  }),
  emailChange: endpoint({
    method: 'PUT',
    path: '/api/v1/account/email',
    access: web,
    needs: 'account',
    summary: 'Sets the e-mail address by its code and the password; an account that is one is renamed by it.',
    body: z.object({ flowId: flowKey, code: verificationCode, email: emailAddress, password }),
    response: profile,
    errors: ['wrongCode', 'codeAttempts', 'accountExists', 'wrongOldPassword', 'tooManyFailures'],
  }),
  avatarUpload: endpoint({
    method: 'PUT',
    path: '/api/v1/account/avatar',
    access: web,
    needs: 'account',
    summary: 'Sets the picture: .jpg, .png, .gif or .bmp within 10 MB, cut to a square and made anew.',
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
    summary: 'Takes the picture away.',
    response: done,
  }),
  avatarGet: endpoint({
    method: 'GET',
    path: '/api/v1/avatars/{fileId}',
    access: both,
    needs: 'session',
    summary: 'The picture of an account.',
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
    summary: 'The unique cloud code, which a device presents to wait for this account.',
    response: z.object({ cloudCode: z.string(), qrText: z.string() }),
  }),
  cloudCodeRegenerate: endpoint({
    method: 'POST',
    path: '/api/v1/account/cloud-code',
    access: web,
    needs: 'account',
    summary: 'A new cloud code; the old one is void at once.',
    response: z.object({ cloudCode: z.string(), qrText: z.string() }),
  }),
} as const;
