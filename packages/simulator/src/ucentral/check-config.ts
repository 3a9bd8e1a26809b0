import { findSsidErrors } from './wireless-state.ts';

// Checks configurations against known rules of the parsers in real OpenWiFi devices.

export interface ConfigCheck {
  /** Result: 0 is applied, 1 is applied except for the rejected parts, 2 is rejected. */
  readonly error: 0 | 1 | 2;
  readonly text: string;
  readonly rejected: readonly string[];
}

type JsonObject = Readonly<Record<string, unknown>>;
const toObjectList = (value: unknown): JsonObject[] => (Array.isArray(value) ? (value as JsonObject[]) : []);

/** VLANs that these switches reserve. */
const RESERVED = new Set([1002, 1003, 1004, 1005]);

export function checkSwitchConfig(config: JsonObject, ports: readonly string[]): ConfigCheck {
  for (const entry of toObjectList(config['ethernet'])) {
    const selected = (entry['select-ports'] ?? []) as string[];
    const unknown = selected.some((name) => name !== 'Ethernet*' && !ports.includes(name));
    if (unknown || entry['speed'] === undefined || entry['duplex'] === undefined)
      return { error: 2, text: 'Configure parse failed', rejected: [] };
  }
  // The client restores the earlier configuration and states no reason.
  if (!supportsSpanningTree(config)) return { error: 2, text: '', rejected: [] };
  const rejected = toObjectList(config['interfaces']).flatMap(({ vlan }, index) => {
    const { id } = (vlan ?? {}) as { id?: number };
    return id !== undefined && RESERVED.has(id)
      ? [`[E] (In /interfaces/${index}/vlan/id) VLAN ${id} is reserved by this switch`]
      : [];
  });
  return createCheck(rejected);
}

/** Protocols of the spanning tree that the known platform has; it refuses the others of the schema. */
const TREE_PROTOCOLS: readonly unknown[] = ['none', 'rpvstp'];

/** Returns false for another protocol, and for instances that are not VLANs of the configuration, each once. */
function supportsSpanningTree(config: JsonObject): boolean {
  const { 'loop-detection': tree } = (config['switch'] ?? {}) as JsonObject;
  const { instances, protocol = 'none' } = (tree ?? {}) as JsonObject;
  if (!TREE_PROTOCOLS.includes(protocol)) return false;
  const vlans = new Set(toObjectList(config['interfaces']).map(({ vlan }) => (vlan as JsonObject)['id']));
  const ids = toObjectList(instances).map(({ id }) => id);
  return protocol === 'none' || (new Set(ids).size === ids.length && ids.every((id) => vlans.has(id)));
}

/** Widths (MHz) that a 2.4 GHz radio supports; the default of the schema is 80 MHz. */
const WIDTHS_2G: readonly unknown[] = [20, 40];

export function checkApConfig(config: JsonObject): ConfigCheck {
  const rejected = toObjectList(config['interfaces']).flatMap(({ role, vlan }, index) => {
    const { id } = (vlan ?? {}) as { id?: number };
    const wrongRole = role !== 'upstream' && role !== 'downstream';
    return [
      ...(id !== undefined && id > 4050
        ? [`[E] (In /interfaces/${index}/vlan/id) Value must be at most 4050`]
        : []),
      ...(wrongRole ? [`[E] (In /interfaces/${index}/role) Value must be one of upstream, downstream`] : []),
    ];
  });
  const narrowed = toObjectList(config['radios']).flatMap((radio, index) => {
    const width = radio['channel-width'] ?? 80;
    return radio['band'] === '2G' && !WIDTHS_2G.includes(width)
      ? [`[W] (In /radios/${index}) Selected radio does not support requested HT mode`]
      : [];
  });
  return createCheck([...rejected, ...narrowed, ...findSsidErrors(config)]);
}

/**
 * Returns the names with which configurations select the ports of one side. A single port has no number. A
 * pattern that selects no port is ignored without an error.
 */
const listSelectors = (side: string, count: number): string[] =>
  count === 1 ? [side] : Array.from({ length: count }, (_, index) => `${side}${index + 1}`);

/**
 * Returns true if an upstream interface contains an uplink. Without one, the access point loses its
 * connection.
 */
export function reachesUplink(config: JsonObject, wan: readonly string[]): boolean {
  const selectors = ['WAN*', ...listSelectors('WAN', wan.length)];
  return toObjectList(config['interfaces'])
    .filter(({ role }) => role === 'upstream')
    .flatMap(({ ethernet }) => toObjectList(ethernet))
    .flatMap((entry) => (entry['select-ports'] ?? []) as string[])
    .some((pattern) => selectors.includes(pattern));
}

const createCheck = (rejected: readonly string[]): ConfigCheck =>
  rejected.length > 0
    ? { error: 1, text: 'Applied with rejects', rejected }
    : { error: 0, text: 'Success', rejected: [] };
