import { findSsidErrors } from './wireless-state.ts';

// Checks configurations by known rules of the parsers in real OpenWiFi devices.

export interface Verdict {
  /** 0: applied; 1: applied except for the rejected parts; 2: rejected. */
  readonly error: 0 | 1 | 2;
  readonly text: string;
  readonly rejected: readonly string[];
}

type JsonObject = Readonly<Record<string, unknown>>;
const toObjectList = (value: unknown): JsonObject[] => (Array.isArray(value) ? (value as JsonObject[]) : []);

/** VLANs that are reserved by these switches. */
const RESERVED = new Set([1002, 1003, 1004, 1005]);

export function judgeSwitchConfig(config: JsonObject, ports: readonly string[]): Verdict {
  for (const entry of toObjectList(config['ethernet'])) {
    const selected = (entry['select-ports'] ?? []) as string[];
    const unknown = selected.some((name) => name !== 'Ethernet*' && !ports.includes(name));
    if (unknown || entry['speed'] === undefined || entry['duplex'] === undefined)
      return { error: 2, text: 'Configure parse failed', rejected: [] };
  }
  const rejected = toObjectList(config['interfaces']).flatMap(({ vlan }, index) => {
    const { id } = (vlan ?? {}) as { id?: number };
    return id !== undefined && RESERVED.has(id)
      ? [`[E] (In /interfaces/${index}/vlan/id) VLAN ${id} is reserved by this switch`]
      : [];
  });
  return verdict(rejected);
}

export function judgeApConfig(config: JsonObject): Verdict {
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
  return verdict([...rejected, ...findSsidErrors(config)]);
}

const verdict = (rejected: readonly string[]): Verdict =>
  rejected.length > 0
    ? { error: 1, text: 'Applied with rejects', rejected }
    : { error: 0, text: 'Success', rejected: [] };
