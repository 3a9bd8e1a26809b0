import {
  ACCOUNT_KINDS,
  ACCOUNT_ROLES,
  type AccessType,
  BUILT_FLAGS,
  DEMO_FUNC_SUPPORT,
  NAV,
  type Session,
} from '@northlight/contract';
import type { Principal, PrincipalAccount, ProjectAccess } from '../platform/http/principal.ts';

const LEVELS = ['Common user', 'Basic member', 'Silver member', 'Gold member'] as const;

export const formatAvatarUrl = (fileId: string): string => `/api/v1/avatars/${fileId}`;

export function formatAccountLabel({ role, accountKind, level }: PrincipalAccount): string {
  if (accountKind === ACCOUNT_KINDS.admin) return 'Administrator';
  if (role === ACCOUNT_ROLES.engineer) return 'Engineer';
  if (role === ACCOUNT_ROLES.manufacturer) return 'Manufacturer';
  if (role === ACCOUNT_ROLES.thirdParty) return 'Third-party customer';
  return LEVELS[level] ?? LEVELS[0];
}

/**
 * Returns the menu items that exist for a session's access type. Visitors get no account items, and project
 * items require a readable project.
 */
function buildMenu(
  access: AccessType,
  visitor: boolean,
  project: ProjectAccess | undefined,
): Record<string, boolean> {
  const shown = NAV.filter(
    (item) =>
      BUILT_FLAGS.includes(item.flag) &&
      item.access.includes(access) &&
      !(visitor && item.accountOnly) &&
      (item.group === 'Overview' || (project !== undefined && item.modes.includes(project.netMode))),
  );
  return Object.fromEntries(shown.map(({ flag }) => [flag, true]));
}

export function presentSession(
  principal: Exclude<Principal, { kind: 'anonymous' }>,
  facts: {
    idleMinutes: number;
    csrfToken: string | undefined;
    project: ProjectAccess | undefined;
    projectListVersion: number;
    expiresAt?: Date;
  },
): Session {
  const visitor = principal.kind === 'visitor';
  // Displays do not call session operations, so only these two access types occur.
  const access = principal.access === 'openapi' ? 'openapi' : 'web';
  return {
    account: visitor
      ? {
          id: 'visitor',
          account: 'visitor',
          nickname: 'Visitor',
          role: ACCOUNT_ROLES.normal,
          kind: ACCOUNT_KINDS.guest,
          label: 'Visitor',
        }
      : {
          id: principal.account.id,
          account: principal.account.account,
          nickname: principal.account.nickname,
          role: principal.account.role,
          kind: principal.account.accountKind,
          label: formatAccountLabel(principal.account),
          cloudCode: principal.account.cloudCode,
          ...(principal.account.lengthUnit === 'ft' && { lengthUnit: principal.account.lengthUnit }),
          ...(principal.account.avatarFile !== undefined && {
            avatarUrl: formatAvatarUrl(principal.account.avatarFile),
          }),
        },
    accessType: access,
    visitor,
    ...(facts.csrfToken !== undefined && { csrfToken: facts.csrfToken }),
    idleMinutes: facts.idleMinutes,
    menu: buildMenu(access, visitor, facts.project),
    demoFuncSupport: [...DEMO_FUNC_SUPPORT],
    projectListVersion: facts.projectListVersion,
    ...(facts.expiresAt && { expiresAt: facts.expiresAt.toISOString() }),
  };
}
