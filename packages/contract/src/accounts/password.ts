import { z } from 'zod';
import { secret } from '../kit/secret.ts';
import { countCharacters } from '../net/index.ts';

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 64;
/**
 * Maximum length of a password in a request, whatever the installation's limits: hashing longer ones would
 * only cost the server time.
 */
const MAX_LENGTH = 256;

export interface PasswordLimits {
  readonly min: number;
  readonly max: number;
}

export const DEFAULT_PASSWORD_LIMITS: PasswordLimits = { min: PASSWORD_MIN, max: PASSWORD_MAX };

/** Returns the reason if a password is too short or too long; undefined otherwise. `signInOptions` returns the limits. */
export function findPasswordLengthProblem(
  password: string,
  { min, max }: PasswordLimits = DEFAULT_PASSWORD_LIMITS,
): string | undefined {
  const length = countCharacters(password);
  if (length < min) return `The password must have at least ${min} characters.`;
  return length > max ? `The password must have at most ${max} characters.` : undefined;
}

/** A password that a user enters to sign in or to confirm their identity. */
export const password = secret(
  z.string({ error: 'Enter the password.' }).min(1, 'Enter the password.').max(MAX_LENGTH),
);

/** Returns a new password within the installation's limits. */
export const newPasswordWithin = (limits: PasswordLimits) =>
  z.string({ error: 'Enter a password.' }).superRefine((text, context) => {
    const problem =
      text.length > MAX_LENGTH
        ? `The password must have at most ${limits.max} characters.`
        : findPasswordLengthProblem(text, limits);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
  });

export const newPassword = newPasswordWithin(DEFAULT_PASSWORD_LIMITS);

/** Schema of a new password in requests. The server then checks the limits of the installation. */
export const settablePassword = secret(newPasswordWithin({ min: 1, max: MAX_LENGTH }));
