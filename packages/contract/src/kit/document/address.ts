/**
 * Returns the address of an item of a document, or of one of its fields: `vlans/20`, `vlans/20/name`. A key that contains `/`
 * or `~` is escaped as in a JSON Pointer (RFC 6901).
 */
export const formatAddress = (...parts: readonly string[]): string =>
  parts.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
