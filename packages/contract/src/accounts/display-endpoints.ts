import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { done } from './schema.ts';
import { apiTokenName, tokenScope } from './security-schema.ts';

const web = ['web'] as const;

/** Screens on walls that an account keeps at once. */
export const DISPLAYS_MAX = 20;
/** A wall is left alone for years; it says in time that its link ends. */
export const DISPLAY_DAYS_MAX = 1_825;
/** Where a display's cookie is sent, and nothing else is. */
export const DISPLAY_API = '/api/v1/display';

/** A screen on a wall: it signs in by its link, and reads the data screen of its account. */
export const display = z.object({
  id: z.string(),
  name: z.string(),
  projects: tokenScope.shape.projects,
  createdAt: z.string(),
  expiresAt: z.string(),
  /** When it last showed something; absent until it first did. */
  lastSeenAt: z.string().optional(),
});
export type Display = z.infer<typeof display>;

export const displayEndpoints = {
  displayList: endpoint({
    method: 'GET',
    path: '/api/v1/account/displays',
    access: web,
    needs: 'account',
    summary: 'Displays of this account, without their secrets.',
    response: z.object({ items: z.array(display) }),
  }),
  displayCreate: endpoint({
    method: 'POST',
    path: '/api/v1/account/displays',
    access: web,
    needs: 'account',
    summary: 'Makes a display; the token of its link is answered here and never again.',
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
    summary: 'Ends a display: it shows nothing any more.',
    params: z.object({ displayId: z.uuid() }),
    response: done,
  }),
  displayOpen: endpoint({
    method: 'POST',
    path: `${DISPLAY_API}/open`,
    access: web,
    needs: 'public',
    summary: 'Signs a display in by the token of its link.',
    body: z.object({ token: z.string().min(20).max(200) }),
    response: z.object({ name: z.string(), expiresAt: z.string() }),
    errors: ['sessionEnded'],
  }),
} as const;
