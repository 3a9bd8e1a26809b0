/** One request to the device's own page, whatever carried it. */
export interface PageRequest {
  readonly method: string;
  /** Path and query, as it came. */
  readonly path: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Uint8Array;
}

export interface PageResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Nothing that the page takes is longer. */
export const PAGE_BODY_MAX_BYTES = 4 * 1024;

/** Nothing inline and nothing from elsewhere, so that a value that got into the page could do nothing there. */
const ALWAYS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

export const textResponse = (status: number, mediaType: string, body: string): PageResponse => ({
  status,
  headers: { ...ALWAYS, 'content-type': `${mediaType}; charset=utf-8` },
  body,
});

export const jsonResponse = (status: number, value: object): PageResponse =>
  textResponse(status, 'application/json', JSON.stringify(value));

/** A sentence for people, with a code of the catalogue where there is one. */
export const refusal = (status: number, message: string, code?: number): PageResponse =>
  jsonResponse(status, { message, ...(code !== undefined && { code }) });
