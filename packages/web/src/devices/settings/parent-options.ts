import type { DeviceBackhaul, DeviceDetail, MeshScope } from '@northlight/contract';
import { USABLE_BACKHAUL_DBM } from '@northlight/contract/device-protocol';
import { formatDbm } from '../../kit/format/index.ts';

interface ParentOption {
  readonly value: string;
  readonly label: string;
}

/**
 * Lists the possible parents of a node, strongest first, with the reported signal. The strongest usable one is
 * recommended. Without a report, the order of the nodes stays.
 */
export function listParentOptions(
  nodes: MeshScope['nodes'],
  detail: Pick<DeviceDetail, 'backhaul'> | undefined,
): readonly ParentOption[] {
  const readings = readSignals(detail?.backhaul);
  const sorted = nodes.toSorted(
    (a, b) => (readings.get(b.name) ?? -Infinity) - (readings.get(a.name) ?? -Infinity) || 0,
  );
  const [best] = sorted;
  const bestDbm = best && readings.get(best.name);
  const isUsable = bestDbm !== undefined && bestDbm >= USABLE_BACKHAUL_DBM;
  return sorted.map((node) => {
    const dbm = readings.get(node.name);
    const parent = detail?.backhaul?.parent;
    const isParent = parent !== undefined && 'name' in parent && parent.name === node.name;
    const notes = [
      dbm === undefined ? undefined : formatDbm(dbm),
      isParent ? 'current parent' : undefined,
      isUsable && node === best ? 'recommended' : undefined,
      detail && dbm === undefined && !isParent ? 'not in reach' : undefined,
    ].filter((note) => note !== undefined);
    return { value: node.mac, label: [node.name, ...notes].join(', ') };
  });
}

/** Returns the reported signal (dBm) of each node of the project by its name. */
function readSignals(backhaul: DeviceBackhaul | undefined): ReadonlyMap<string, number> {
  if (!backhaul) return new Map();
  const { candidates, parent, signalDbm } = backhaul;
  const own = signalDbm === undefined ? [] : [{ node: parent, signalDbm }];
  return new Map(
    [...candidates, ...own].flatMap(({ node, signalDbm: dbm }) =>
      'name' in node ? [[node.name, dbm] as const] : [],
    ),
  );
}
