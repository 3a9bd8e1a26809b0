import { type RuleViolation, createViolation } from '../kit/violation.ts';
import type { DeviceSettings } from './schema.ts';

/** A mesh node of a project with its present parent, if it is a known node. */
export interface MeshTreeNode {
  readonly mac: string;
  readonly name: string;
  readonly parentMac?: string | undefined;
}

/** The tree of a project's mesh nodes, as seen by one secondary node. */
export interface MeshScope {
  /** MAC address of the node whose settings are checked. */
  readonly mac: string;
  readonly nodes: readonly MeshTreeNode[];
}

const AT = 'mesh.preferredParent';

/** Checks the preferred parent of a secondary node; `mesh` is undefined for any other device. */
export function checkMesh(settings: DeviceSettings, mesh: MeshScope | undefined): RuleViolation[] {
  const parent = settings.mesh?.preferredParent;
  if (parent === undefined) return [];
  if (!mesh)
    return [
      createViolation(AT, 'unsupportedFeature', 'Only a secondary node has a parent. Remove this setting.'),
    ];
  if (parent === mesh.mac)
    return [
      createViolation(AT, 'invalidParameters', 'A node cannot be its own parent. Choose another node.'),
    ];
  const node = mesh.nodes.find(({ mac }) => mac === parent);
  if (!node)
    return [
      createViolation(AT, 'invalidParameters', 'The project has no such mesh node. Choose another node.'),
    ];
  if (!isBelowNode(mesh.nodes, parent, mesh.mac)) return [];
  const message = `${node.name} is connected through this node. Choose a node that is not below it.`;
  return [createViolation(AT, 'invalidParameters', message)];
}

/** Returns true if a node is connected through another one. Ends also if the reported parents form a loop. */
export function isBelowNode(nodes: readonly MeshTreeNode[], mac: string, upperMac: string): boolean {
  const parents = new Map(nodes.map((node) => [node.mac, node.parentMac] as const));
  const seen = new Set<string>();
  for (let at = parents.get(mac); at !== undefined && !seen.has(at); at = parents.get(at)) {
    if (at === upperMac) return true;
    seen.add(at);
  }
  return false;
}

/** Lists the nodes that a node can prefer as its parent, by name. */
export const listPossibleParents = ({ mac, nodes }: MeshScope): MeshTreeNode[] =>
  nodes
    .filter((node) => node.mac !== mac && !isBelowNode(nodes, node.mac, mac))
    .toSorted((one, other) => one.name.localeCompare(other.name));
