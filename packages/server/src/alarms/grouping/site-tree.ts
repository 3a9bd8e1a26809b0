/** The device tree of a site, as the network topology has inferred it. No side effects. */

export interface TreeDevice {
  readonly id: string;
  readonly kind: string;
  /** Device above this one; absent for a device at the top, and without evidence. */
  readonly parentId?: string | undefined;
  /** Port of the parent to which the device is connected. */
  readonly parentPort?: string | undefined;
}

export interface Parent {
  readonly id: string;
  readonly port: string | undefined;
}

export type Parents = ReadonlyMap<string, Parent>;

/** Returns the parent of each device that has one in the project. */
export function indexParents(devices: readonly TreeDevice[]): Parents {
  const ids = new Set(devices.map(({ id }) => id));
  return new Map(
    devices.flatMap(({ id, parentId, parentPort }) =>
      parentId !== undefined && ids.has(parentId) ? [[id, { id: parentId, port: parentPort }] as const] : [],
    ),
  );
}

/** Lists all ancestors of a device, nearest first. */
export function listAncestors(id: string, parents: Parents): string[] {
  const above: string[] = [];
  for (let at = parents.get(id)?.id; at !== undefined && !above.includes(at); at = parents.get(at)?.id)
    above.push(at);
  return above;
}
