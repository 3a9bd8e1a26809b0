import type { Principal, PrincipalAccount, ProjectAccess } from './principal.ts';
import { DomainError } from '@northlight/contract';

/** A file that came with a multipart request, whole in memory (its size is limited by the endpoint). */
export interface UploadedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** What a handler knows about its request, beside the parsed input. */
export interface RequestContext {
  readonly requestId: string;
  readonly principal: Principal;
  /** An IPv4 address or an IPv6 /64: the unit of rate limits. */
  readonly network: string;
  /** As the browser names itself; only ever shown. */
  readonly userAgent: string;
  /** Set on endpoints that need a right on a project. */
  readonly project: ProjectAccess | undefined;
  readonly file: UploadedFile | undefined;
  readonly cookies: CookieJar;
  /** Who the caller is now, for what outlives its request; anonymous when the session has ended. */
  again(): Promise<Principal>;
  /** For the page of a cookie session. */
  readonly csrfToken: string | undefined;
}

export interface CookieJar {
  /** Sets the session's cookie; `seconds` undefined lasts for the browser session. */
  setSession(token: string, seconds: number | undefined): void;
  clearSession(): void;
  /** Sets the cookie of a display. */
  setDisplay(token: string, seconds: number): void;
  /** Binds a verification flow to this browser. */
  setFlow(secret: string): void;
  readonly flow: string | undefined;
  /** The session that the browser has so far, for what replaces it. */
  readonly session: string | undefined;
}

/** The project of a request whose endpoint needs a right on one. */
export function projectOf(context: RequestContext): ProjectAccess {
  if (!context.project)
    throw new Error('The endpoint declares no project right, so the request has no project.');
  return context.project;
}

/** The caller and the project whose content is presented to them. */
export interface Viewer {
  readonly principal: Principal;
  readonly project: ProjectAccess;
}

export const viewerOf = (context: RequestContext): Viewer => ({
  principal: context.principal,
  project: projectOf(context),
});

/** The account of a request whose endpoint needs one. */
export function accountOf(context: RequestContext): PrincipalAccount {
  if (context.principal.kind !== 'account') throw new DomainError('demoProject');
  return context.principal.account;
}

/** How the caller stands in the audit. */
export function actorOf(context: RequestContext): string {
  return context.principal.kind === 'account' ? context.principal.account.account : context.principal.kind;
}
