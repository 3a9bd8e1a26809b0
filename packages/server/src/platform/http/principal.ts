import {
  type CallerType,
  type AccessNeed,
  type Permission,
  DomainError,
  type LengthUnit,
  isProjectNeed,
  NET_MODES,
} from '@northlight/contract';

/** Caller of a request. A visitor has a demo session without an account. */
export type Principal =
  | { readonly kind: 'anonymous' }
  | (PrincipalSession & { readonly kind: 'visitor' })
  | (PrincipalSession & {
      readonly kind: 'account';
      readonly account: PrincipalAccount;
      /** Restriction of the account's rights; only for API tokens and displays. */
      readonly scope?: TokenScope;
      /** True for scheduled work, which has the present rights of the account that scheduled it, and no session. */
      readonly isScheduled?: boolean;
    });

interface PrincipalSession {
  readonly sessionId: string;
  readonly access: CallerType;
  /** Expiry of the session (ms), if it is neither used nor ended before. */
  readonly until?: number;
  /** Last time at which the user proved their identity in this session (ms). */
  readonly confirmedAt?: number;
}

/** Part of an account's rights that an API token or a display has. */
export interface TokenScope {
  readonly projects: readonly number[] | 'all';
  readonly write: boolean;
}

export interface PrincipalAccount {
  readonly id: string;
  readonly account: string;
  readonly nickname: string;
  readonly role: number;
  readonly accountKind: number;
  readonly level: number;
  readonly cloudCode: string;
  /** File id of the avatar; absent without one. */
  readonly avatarFile?: string | undefined;
  /** Unit of lengths on floor plans; metres by default. */
  readonly lengthUnit?: LengthUnit;
}

/** Access of one caller to one project. */
export interface ProjectAccess {
  readonly projectId: number;
  readonly netMode: number;
  /** True for one of the two public demos, which all callers can read and none can change. */
  readonly demo: boolean;
  /**
   * True for an account's copy of a demo. Its devices are simulated, so operations on real devices are
   * rejected.
   */
  readonly copy: boolean;
  readonly right: 'rw' | 'r';
  readonly property: 'own' | 'shared-read-only' | 'shared-manageable' | 'demo';
  /** Name of the owner of a shared project, who can grant more rights. */
  readonly owner?: string;
  /** Expiry of the right (ms); absent for a right without an expiry. */
  readonly until?: number | undefined;
}

/** Result for a caller whose share of the project has expired in the last 30 days. */
export const ACCESS_EXPIRED = 'expired';
export type ProjectAccessResult = ProjectAccess | typeof ACCESS_EXPIRED | undefined;

const MANUFACTURER = 2;
const ADMINISTRATOR_KIND = 1;
const NOT_FOUND = { status: 404, message: 'There is nothing at this address.' } as const;

/**
 * Requirements of a requested operation: its need, the access types that it accepts, and its project, if any.
 */
export interface AccessRequirement {
  readonly need: AccessNeed;
  readonly access: readonly CallerType[];
  /** Access to the project; undefined when the project does not exist for this caller. */
  readonly project?: ProjectAccessResult;
  /** True when the path contains a text instead of a project id. */
  readonly hasBadProjectId?: boolean | undefined;
  /** Network modes in which the operation exists; absent for all modes. */
  readonly modes?: readonly number[] | undefined;
  /** True for operations that demo copies reject too. */
  readonly notInDemo?: boolean | undefined;
  /** False for operations that only read; true by default. */
  readonly writes?: boolean;
}

/** Access types of operations for the console and for API clients. */
export const BOTH_ACCESS = ['web', 'openapi'] as const;

/**
 * Decides whether a caller may use an operation; all operations use this function. It denies by default.
 * Throws the first applicable error in this order: not signed in, role or access type, project, expired,
 * demo, read-only, network mode.
 */
export function authorise(principal: Principal, requirement: AccessRequirement): void {
  const { need, access } = requirement;
  if (need === 'public') return;
  if (principal.kind === 'anonymous') throw new DomainError('notSignedIn');
  if (!access.includes(principal.access)) throw new DomainError('invalidParameters', NOT_FOUND);
  if (isProjectNeed(need)) return authoriseProject(requirement);
  if (principal.kind === 'account') authoriseToken(principal.scope, requirement);
  if (need === 'session') return;
  if (principal.kind === 'visitor') throw new DomainError('demoProject');
  if (need === 'manufacturer' && principal.account.role !== MANUFACTURER)
    throw new DomainError('invalidParameters', NOT_FOUND);
  if (need === 'administrator' && principal.account.accountKind !== ADMINISTRATOR_KIND)
    throw new DomainError('invalidParameters', NOT_FOUND);
}

/**
 * A token for single projects may not write outside a project. Inside a project, `access` already considers
 * the token's scope.
 */
function authoriseToken(scope: TokenScope | undefined, { writes = true }: AccessRequirement): void {
  if (scope && writes && (!scope.write || scope.projects !== 'all')) throw new DomainError('readOnly');
}

function authoriseProject({ need, project, hasBadProjectId, modes, notInDemo }: AccessRequirement): void {
  if (hasBadProjectId) throw new DomainError('projectId');
  if (!project) throw new DomainError('projectInvalid');
  if (project === ACCESS_EXPIRED) throw new DomainError('projectExpired');
  // The pictures of the demos are drawn, and show no persons.
  if (project.demo && need !== 'read' && need !== 'pictures') throw new DomainError('demoProject');
  if (project.copy && notInDemo) throw new DomainError('demoProject');
  if (
    need !== 'read' &&
    !project.demo &&
    (project.right === 'r' || (need === 'owner' && project.property.startsWith('shared')))
  )
    throw new DomainError('readOnly');
  if (modes && !modes.includes(project.netMode))
    throw new DomainError('invalidParameters', {
      message: `This operation needs a project in ${modes.includes(NET_MODES.wlan) ? 'WLAN' : 'mesh'} mode.`,
    });
}

/**
 * Returns the result of `authorise` as a value: allowed, or the error code, its message, and the owner who
 * can grant access.
 */
export function getPermissionFor(principal: Principal, requirement: AccessRequirement): Permission {
  try {
    authorise(principal, requirement);
    return { allowed: true };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { project } = requirement;
    const owner = project && project !== ACCESS_EXPIRED ? project.owner : undefined;
    return {
      allowed: false,
      code: error.code,
      reason: error.message,
      ...(owner !== undefined && { askWho: owner }),
    };
  }
}
