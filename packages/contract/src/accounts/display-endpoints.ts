import { z } from 'zod';
import { done, endpoint } from '../kit/endpoint.ts';
import { secret } from '../kit/secret.ts';
import { apiTokenName, tokenScope } from './security-schema.ts';

const web = ['web'] as const;

/** Maximum number of displays per account. */
export const DISPLAYS_MAX = 20;
/**
 * Maximum lifetime of a display's link. Displays run unattended for years and show a notice before their link
 * expires.
 */
export const DISPLAY_DAYS_MAX = 1_825;
/** Path prefix that a display's cookie is limited to. */
export const DISPLAY_API = '/api/v1/display';

/** A wall display, which signs in by its link and shows the data screen of its account. */
export const display = z.object({
  id: z.string(),
  name: z.string(),
  projects: tokenScope.shape.projects,
  createdAt: z.string(),
  expiresAt: z.string(),
  /** Last request of the display; absent before the first. */
  lastSeenAt: z.string().optional(),
});
export type Display = z.infer<typeof display>;

export const displayEndpoints = {
  displayList: endpoint({
    method: 'GET',
    path: '/api/v1/account/displays',
    access: web,
    needs: 'account',
    reads: ['displays'],
    summary: 'Lists the displays of this account, without their secrets.',
    response: z.object({ items: z.array(display) }),
  }),
  displayCreate: endpoint({
    method: 'POST',
    path: '/api/v1/account/displays',
    access: web,
    needs: 'account',
    changes: ['displays'],
    summary: 'Creates a display. The token of its link is returned only here.',
    body: z.object({
      name: apiTokenName,
      projects: tokenScope.shape.projects,
      expiresInDays: z.number().int().min(1).max(DISPLAY_DAYS_MAX),
    }),
    response: display.extend({ token: z.string() }),
    status: 201,
    errors: ['projectInvalid'],
  }),
  displayRevoke: endpoint({
    method: 'DELETE',
    path: '/api/v1/account/displays/{displayId}',
    access: web,
    needs: 'account',
    changes: ['displays'],
    summary: 'Revokes a display. Its screen goes blank.',
    params: z.object({ displayId: z.uuid() }),
    response: done,
  }),
  displayOpen: endpoint({
    method: 'POST',
    path: `${DISPLAY_API}/open`,
    access: web,
    needs: 'public',
    summary: 'Signs a display in by the token of its link.',
    body: z.object({ token: secret(z.string().min(20).max(200)) }),
    response: z.object({ name: z.string(), expiresAt: z.string() }),
    errors: ['sessionEnded'],
  }),
} as const;
