import { DEFAULT_PASSWORD_LIMITS, type PasswordLimits } from '@northlight/contract';
import type { ReactNode } from 'react';
import type { SignInOptions } from './use-sign-in-options.ts';

/** Limits of this installation for a new password. */
export const getPasswordLimits = (options: SignInOptions | undefined): PasswordLimits =>
  options?.password ?? DEFAULT_PASSWORD_LIMITS;

export const formatPasswordHint = (options: SignInOptions | undefined): string =>
  `At least ${getPasswordLimits(options).min} characters. A passphrase works well.`;

export const findCodeError = (errors: Readonly<Record<string, ReactNode>>): string | undefined =>
  typeof errors['code'] === 'string' ? errors['code'] : undefined;
