import type { AccessRequirement, Principal, ProjectAccess } from './principal.ts';

/** A file of a multipart request, which is completely in memory. The endpoint limits its size. */
export interface UploadedFile {
  readonly name: string;
  readonly bytes: Buffer;
  /** Texts of the form before the file. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Caller of a request, and what the server knows of the request besides its parsed input. */
export interface CallerContext {
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

/** A caller and the project that is presented to them. */
export interface Viewer {
  readonly principal: Principal;
  readonly project: ProjectAccess;
}
