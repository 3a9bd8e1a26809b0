/** That an operation is on its way out: since when, until when, and what to call instead. */
export interface Deprecation {
  /** ISO date from which it is deprecated. */
  readonly since: string;
  /** ISO date after which it may be gone. */
  readonly sunset: string;
  /** Key of the operation that takes its place. */
  readonly use: string;
}

/** Headers of every answer of such an operation: RFC 9745, RFC 8594, and where its successor is described. */
export function deprecationHeaders({ since, sunset, use }: Deprecation): Readonly<Record<string, string>> {
  return {
    deprecation: `@${Math.floor(Date.parse(since) / 1000)}`,
    sunset: new Date(sunset).toUTCString(),
    link: `</help/api?open=${encodeURIComponent(use)}>; rel="deprecation"; type="text/html"`,
  };
}
