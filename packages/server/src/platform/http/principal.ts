import type { AccessType, Need } from '@northlight/contract';
import { DomainError, isProjectNeed, NET_MODES } from '@northlight/contract';

/** Who is calling. A visitor is the demo's guest: a session without an account. */
export type Principal =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'visitor'; readonly sessionId: string; readonly access: AccessType }
  | {
      readonly kind: 'account';
      readonly sessionId: string;
      readonly access: AccessType;
      readonly account: PrincipalAccount;
    };

export interface PrincipalAccount {
  readonly id: string;
  readonly account: string;
  readonly nickname: string;
  readonly role: number;
  readonly accountKind: number;
  readonly level: number;
  readonly cloudCode: string;
}

/** A project as one caller may use it. */
export interface ProjectAccess {
  readonly projectId: number;
  readonly netMode: number;
  readonly demo: boolean;
  readonly right: 'rw' | 'r';
  readonly property: 'own' | 'shared-read-only' | 'shared-manageable' | 'demo';
}

const MANUFACTURER = 2;
const ADMINISTRATOR_KIND = 1;
const NOT_FOUND = { status: 404, message: 'There is nothing at this address.' } as const;

/** How an operation is asked for: its need, the access types it serves, and the project it names, if any. */
export interface Demand {
  readonly need: Need;
  readonly access: readonly AccessType[];
  /** Undefined when the project does not exist for this caller. */
  readonly project?: ProjectAccess | undefined;
  /** Modes in which the operation exists; absent is both. */
  readonly modes?: readonly number[];
}

/**
 * The one authorise function, deny by default: returns when the caller may, throws the first refusal of the order that
 * decisions.md settles: not signed in, role or access type, project, demo, read-only, network mode.
 */
export function authorise(principal: Principal, demand: Demand): void {
  const { need, access } = demand;
  if (need === 'public') return;
  if (principal.kind === 'anonymous') throw new DomainError('notSignedIn');
  if (!access.includes(principal.access)) throw new DomainError('invalidParameters', NOT_FOUND);
  if (need === 'session') return;
  if (isProjectNeed(need)) return authoriseProject(demand);
  if (principal.kind === 'visitor') throw new DomainError('demoProject');
  if (need === 'manufacturer' && principal.account.role !== MANUFACTURER)
    throw new DomainError('invalidParameters', NOT_FOUND);
  if (need === 'administrator' && principal.account.accountKind !== ADMINISTRATOR_KIND)
    throw new DomainError('invalidParameters', NOT_FOUND);
}

function authoriseProject({ need, project, modes }: Demand): void {
  if (!project) throw new DomainError('projectInvalid');
  if (need !== 'read') {
    if (project.demo) throw new DomainError('demoProject');
    if (project.right === 'r' || (need === 'owner' && project.property !== 'own'))
      throw new DomainError('readOnly');
  }
  if (modes && !modes.includes(project.netMode))
    throw new DomainError('invalidParameters', {
      message: `This needs a project in ${modes.includes(NET_MODES.wlan) ? 'WLAN' : 'mesh'} mode.`,
    });
}

/** The same question as a fact for `can`: allowed, or the code and sentence of the refusal. */
export function permissionFor(principal: Principal, demand: Demand) {
  try {
    authorise(principal, demand);
    return { allowed: true as const };
  } catch (error) {
    if (error instanceof DomainError)
      return { allowed: false as const, code: error.code, reason: error.message };
    throw error;
  }
}
