/** Deprecation of an operation: start, end and replacement. */
export interface Deprecation {
  /** ISO date of the deprecation. */
  readonly since: string;
  /** ISO date after which the operation may be removed. */
  readonly sunset: string;
  /** Key of the operation that replaces it. */
  readonly use: string;
}

/** Returns the headers of every response of a deprecated operation: RFC 9745, RFC 8594, and a link to its successor. */
export function createDeprecationHeaders({
  since,
  sunset,
  use,
}: Deprecation): Readonly<Record<string, string>> {
  return {
    deprecation: `@${Math.floor(Date.parse(since) / 1000)}`,
    sunset: new Date(sunset).toUTCString(),
    link: `</help/api?open=${encodeURIComponent(use)}>; rel="deprecation"; type="text/html"`,
  };
}
