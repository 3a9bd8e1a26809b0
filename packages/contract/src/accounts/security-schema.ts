import { z } from 'zod';
import { policyName } from '../net/index.ts';

/**
 * Kinds of sessions: a browser with its cookie, a console that a third party opened, an API token, a wall
 * display.
 */
export const SESSION_KINDS = ['console', 'entry', 'token', 'display'] as const;
export type SessionKind = (typeof SESSION_KINDS)[number];

/** Time after a sign-in or a confirmation of identity in which no operation requires another confirmation. */
export const CONFIRMATION_MINUTES = 10;
export const RECOVERY_CODES = 10;
export const API_TOKENS_MAX = 20;
export const API_TOKEN_DAYS_MAX = 365;
const TOKEN_PROJECTS_MAX = 100;

/** Name of an API token: 1 to 32 printable ASCII characters. */
export const apiTokenName = policyName;

/** Permissions of an API token: a part of the permissions of its account. */
export const tokenScope = z.object({
  projects: z.union([z.literal('all'), z.array(z.number().int().positive()).min(1).max(TOKEN_PROJECTS_MAX)]),
  write: z.boolean(),
});

export const apiToken = z.object({
  id: z.string(),
  name: z.string(),
  scope: tokenScope,
  createdAt: z.string(),
  expiresAt: z.string(),
  lastSeenAt: z.string().optional(),
});
export type ApiToken = z.infer<typeof apiToken>;
