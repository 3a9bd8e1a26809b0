/** Kind of access: the console with a cookie, or a bearer token (a third party or a program). */
export type AccessType = 'web' | 'openapi';
/** Kinds of access, including displays, which can only read their data screen. */
export type CallerType = AccessType | 'display';

/**
 * Requirement of an operation on its caller, from none to ownership. - `public`: no sign-in needed -
 * `session`: any session, including the demo visitor's - `account`: a signed-in account (a visitor is
 * refused) - `manufacturer`, `administrator`: that role or kind - `read`, `write`, `owner`: that access to
 * the project in the path - `pictures`: access to the pictures of its cameras, which a read-only right does not include
 */
export type AccessNeed =
  | 'public'
  | 'session'
  | 'account'
  | 'manufacturer'
  | 'administrator'
  | 'read'
  | 'pictures'
  | 'write'
  | 'owner';

export const PROJECT_NEEDS = ['read', 'pictures', 'write', 'owner'] as const satisfies readonly AccessNeed[];
export type ProjectNeed = (typeof PROJECT_NEEDS)[number];

export function isProjectNeed(need: AccessNeed): need is ProjectNeed {
  return PROJECT_NEEDS.some((each) => each === need);
}
