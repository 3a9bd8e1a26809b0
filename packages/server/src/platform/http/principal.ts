import {
  type CallerType,
  type Need,
  type Permission,
  DomainError,
  isProjectNeed,
  NET_MODES,
} from '@northlight/contract';

/** Who is calling. A visitor is the demo's guest: a session without an account. */
export type Principal =
  | { readonly kind: 'anonymous' }
  | (PrincipalSession & { readonly kind: 'visitor' })
  | (PrincipalSession & {
      readonly kind: 'account';
      readonly account: PrincipalAccount;
      /** Set on sessions of an API token: what of its account's rights it carries. */
      readonly scope?: TokenScope;
    });

interface PrincipalSession {
  readonly sessionId: string;
  readonly access: CallerType;
  /** When the session ends by itself (ms), unless it is used or ended before; absent before there is a session. */
  readonly until?: number;
}

/** What an API token or a display may do with the rights of its account. */
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
  /** The file of its picture. */
  readonly avatarFile?: string | undefined;
}

/** A project as one caller may use it. */
export interface ProjectAccess {
  readonly projectId: number;
  readonly netMode: number;
  /** One of the installation's two demos: read by everybody, changed by nobody. */
  readonly demo: boolean;
  /** An account's own demo copy: simulated devices, so what needs real ones is left out. */
  readonly copy: boolean;
  readonly right: 'rw' | 'r';
  readonly property: 'own' | 'shared-read-only' | 'shared-manageable' | 'demo';
  /** Whose it is, for a share: who could grant more. */
  readonly owner?: string;
  /** When the right ends by itself (ms); absent when it has no end. */
  readonly until?: number | undefined;
}

/** The caller had a share of the project whose time is over; he is told so for thirty days. */
export const EXPIRED = 'expired';
export type ProjectStanding = ProjectAccess | typeof EXPIRED | undefined;

const MANUFACTURER = 2;
const ADMINISTRATOR_KIND = 1;
const NOT_FOUND = { status: 404, message: 'There is nothing at this address.' } as const;

/** How an operation is asked for: its need, the access types it serves, and the project it names, if any. */
export interface Demand {
  readonly need: Need;
  readonly access: readonly CallerType[];
  /** Undefined when the project does not exist for this caller. */
  readonly project?: ProjectStanding;
  /** Modes in which the operation exists; absent is both. */
  readonly modes?: readonly number[] | undefined;
  /** Refused in demo copies too. */
  readonly notInDemo?: boolean | undefined;
  /** False for what only reads; a write is assumed. */
  readonly writes?: boolean;
}

/** What the console and programs may call alike. */
export const BOTH_ACCESS = ['web', 'openapi'] as const;

/**
 * The one authorise function, deny by default: returns when the caller may, throws the first refusal of the order that
 * decisions.md settles: not signed in, role or access type, project, expired, demo, read-only, network mode.
 */
export function authorise(principal: Principal, demand: Demand): void {
  const { need, access } = demand;
  if (need === 'public') return;
  if (principal.kind === 'anonymous') throw new DomainError('notSignedIn');
  if (!access.includes(principal.access)) throw new DomainError('invalidParameters', NOT_FOUND);
  if (isProjectNeed(need)) return authoriseProject(demand);
  if (principal.kind === 'account') authoriseToken(principal.scope, demand);
  if (need === 'session') return;
  if (principal.kind === 'visitor') throw new DomainError('demoProject');
  if (need === 'manufacturer' && principal.account.role !== MANUFACTURER)
    throw new DomainError('invalidParameters', NOT_FOUND);
  if (need === 'administrator' && principal.account.accountKind !== ADMINISTRATOR_KIND)
    throw new DomainError('invalidParameters', NOT_FOUND);
}

/** Outside of a project a token writes only when it is bound to none; inside, its scope is part of the access. */
function authoriseToken(scope: TokenScope | undefined, { writes = true }: Demand): void {
  if (scope && writes && (!scope.write || scope.projects !== 'all')) throw new DomainError('readOnly');
}

function authoriseProject({ need, project, modes, notInDemo }: Demand): void {
  if (!project) throw new DomainError('projectInvalid');
  if (project === EXPIRED) throw new DomainError('projectExpired');
  if (project.demo && need !== 'read') throw new DomainError('demoProject');
  if (project.copy && notInDemo) throw new DomainError('demoProject');
  if (
    need !== 'read' &&
    (project.right === 'r' || (need === 'owner' && project.property.startsWith('shared')))
  )
    throw new DomainError('readOnly');
  if (modes && !modes.includes(project.netMode))
    throw new DomainError('invalidParameters', {
      message: `This needs a project in ${modes.includes(NET_MODES.wlan) ? 'WLAN' : 'mesh'} mode.`,
    });
}

/** The same question as a fact for `can`: allowed, or the code and sentence of the refusal and who could grant it. */
export function permissionFor(principal: Principal, demand: Demand): Permission {
  try {
    authorise(principal, demand);
    return { allowed: true };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { project } = demand;
    const owner = project && project !== EXPIRED ? project.owner : undefined;
    return {
      allowed: false,
      code: error.code,
      reason: error.message,
      ...(owner !== undefined && { askWho: owner }),
    };
  }
}
