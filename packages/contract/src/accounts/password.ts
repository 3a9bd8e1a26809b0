import { z } from 'zod';
import { characters } from '../net/index.ts';

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 64;
/** Longer is no password: it would only cost the server time. */
const LONGEST = 256;

export interface PasswordLimits {
  readonly min: number;
  readonly max: number;
}

export const DEFAULT_PASSWORD_LIMITS: PasswordLimits = { min: PASSWORD_MIN, max: PASSWORD_MAX };

/** Why a password is too short or too long, or undefined; the limits are a setting that `signInOptions` tells. */
export function passwordLengthProblem(
  password: string,
  { min, max }: PasswordLimits = DEFAULT_PASSWORD_LIMITS,
): string | undefined {
  const length = characters(password);
  if (length < min) return `The password must have at least ${min} characters.`;
  return length > max ? `The password must have at most ${max} characters.` : undefined;
}

/** A password that somebody enters to prove himself. */
export const password = z.string({ error: 'Enter the password.' }).min(1, 'Enter the password.').max(LONGEST);

/** A password that is being set, as a form checks it; the server asks the installation's limits. */
export const newPasswordWithin = (limits: PasswordLimits) =>
  z.string({ error: 'Enter a password.' }).superRefine((text, context) => {
    const problem = text.length > LONGEST ? 'The password is too long.' : passwordLengthProblem(text, limits);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
  });

export const newPassword = newPasswordWithin(DEFAULT_PASSWORD_LIMITS);

/** What an operation takes before the installation's limits are asked. */
export const settablePassword = newPasswordWithin({ min: 1, max: LONGEST });
