import type { AccessRequirement, Principal, PrincipalAccount, ProjectAccess } from './principal.ts';
import type { QueueRequester } from '../fair-queue.ts';
import { DomainError } from '@northlight/contract';

/** A file of a multipart request, which is completely in memory. The endpoint limits its size. */
export interface UploadedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Context of a request that a handler receives in addition to the parsed input. */
export interface RequestContext {
  readonly requestId: string;
  readonly principal: Principal;
  /** Client network as an IPv4 address or an IPv6 /64, by which rate limits count. */
  readonly network: string;
  /** User-Agent header, for display only. */
  readonly userAgent: string;
  /** Access to the project; present for endpoints that need a right on a project. */
  readonly project: ProjectAccess | undefined;
  /** Requirement of the operation, for the second check in the transaction of a change. */
  readonly requirement: Omit<AccessRequirement, 'project'>;
  readonly file: UploadedFile | undefined;
  readonly cookies: CookieJar;
  /**
   * Looks the caller up again, for work that outlives the request. Returns an anonymous caller when the
   * session has ended.
   */
  refreshPrincipal(): Promise<Principal>;
  /** CSRF token of the session; present for cookie sessions. */
  readonly csrfToken: string | undefined;
}

export interface CookieJar {
  /** Sets the session cookie. With `seconds` undefined, the cookie lasts for the browser session. */
  setSession(token: string, seconds: number | undefined): void;
  clearSession(): void;
  setDisplay(token: string, seconds: number): void;
  /** Sets the cookie that connects a verification flow to this browser. */
  setFlow(secret: string): void;
  readonly flow: string | undefined;
  /** Token of the browser's current session, which a new session replaces. */
  readonly session: string | undefined;
}

/** Returns the project of a request whose endpoint needs a right on a project. */
export function getProjectAccess(context: RequestContext): ProjectAccess {
  if (!context.project)
    throw new Error('The endpoint declares no project right, so the request has no project.');
  return context.project;
}

/** A caller and the project that is presented to them. */
export interface Viewer {
  readonly principal: Principal;
  readonly project: ProjectAccess;
}

export const getViewer = (context: RequestContext): Viewer => ({
  principal: context.principal,
  project: getProjectAccess(context),
});

/** Returns the account of the caller; throws for visitors and anonymous callers. */
export function getAccount(context: RequestContext): PrincipalAccount {
  if (context.principal.kind !== 'account') throw new DomainError('demoProject');
  return context.principal.account;
}

/** Returns the name of the caller in the audit. */
export function getActor(context: RequestContext): string {
  return context.principal.kind === 'account' ? context.principal.account.account : context.principal.kind;
}

/** Returns who a job of a request is for. Callers without an account are one requester together. */
export const getQueueRequester = ({ principal }: RequestContext): QueueRequester =>
  principal.kind === 'account'
    ? { id: principal.account.id, isVisitor: false }
    : { id: 'visitors', isVisitor: true };
