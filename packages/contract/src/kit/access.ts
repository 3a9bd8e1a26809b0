/** How a page or program reached us: the console with a cookie, or a bearer token (a third party or a program). */
export type AccessType = 'web' | 'openapi';
/** All who call: a screen on a wall too, which reads what it shows and is served nothing else. */
export type CallerType = AccessType | 'display';

/**
 * What an operation asks of its caller, from nothing to ownership.
 * - `public`: nobody has to be signed in
 * - `session`: whoever has one, the demo's visitor too
 * - `account`: a signed-in account (a visitor is refused)
 * - `manufacturer`, `administrator`: that role or kind
 * - `read`, `write`, `owner`: that right on the project named by the path
 */
export type Need =
  | 'public'
  | 'session'
  | 'account'
  | 'manufacturer'
  | 'administrator'
  | 'read'
  | 'write'
  | 'owner';

export const PROJECT_NEEDS = ['read', 'write', 'owner'] as const satisfies readonly Need[];
export type ProjectNeed = (typeof PROJECT_NEEDS)[number];

/** True when the need is a right on one project. */
export function isProjectNeed(need: Need): need is ProjectNeed {
  return need === 'read' || need === 'write' || need === 'owner';
}
