/** A request to the local page, independent of its transport. */
export interface PageRequest {
  readonly method: string;
  /** Path and query as received. */
  readonly path: string;
  /** Header values by lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
}

export interface PageResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export const PAGE_BODY_MAX_BYTES = 4 * 1024;

/** Forbids inline code and other origins, so that an injected value cannot run. */
const COMMON_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

export const createTextResponse = (status: number, mediaType: string, body: string): PageResponse => ({
  status,
  headers: { ...COMMON_HEADERS, 'content-type': `${mediaType}; charset=utf-8` },
  body,
});

export const createJsonResponse = (status: number, value: object): PageResponse =>
  createTextResponse(status, 'application/json', JSON.stringify(value));

/**
 * Creates an error response with a sentence to display and, if there is one, a code of the error catalogue.
 */
export const createRefusal = (status: number, message: string, code?: number): PageResponse =>
  createJsonResponse(status, { message, ...(code !== undefined && { code }) });
