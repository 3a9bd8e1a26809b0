import { DEFAULT_PASSWORD_LIMITS, type PasswordLimits } from '@northlight/contract';
import type { ReactNode } from 'react';
import type { SignInOptions } from './use-sign-in-options.ts';

/** What this installation takes as a new password. */
export const passwordLimits = (options: SignInOptions | undefined): PasswordLimits =>
  options?.password ?? DEFAULT_PASSWORD_LIMITS;

export const passwordHint = (options: SignInOptions | undefined): string =>
  `At least ${passwordLimits(options).min} characters; a long sentence is good`;

export const codeError = (errors: Readonly<Record<string, ReactNode>>): string | undefined =>
  typeof errors['code'] === 'string' ? errors['code'] : undefined;
