import type { BridgeLink, BridgeRole } from './schema.ts';

/** Returns the role that each bridge of the links must have, by device id. */
export const listLinkRoles = (
  links: readonly BridgeLink[] | undefined = [],
): ReadonlyMap<string, BridgeRole> =>
  new Map(
    links.flatMap(({ baseId, clientIds }) => [
      [baseId, 'bridge-base'] as const,
      ...clientIds.map((id) => [id, 'bridge-client'] as const),
    ]),
  );
