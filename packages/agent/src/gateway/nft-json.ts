import { formatIpv4, getNetworkAddress, parseIpv4 } from '@northlight/contract/net';

// Family of the tables; the functions below build the JSON of nftables (libnftables-json).
const FAMILY = 'inet';
type Family = 'inet' | 'bridge';

type Value = string | number | object;

export const accept = { accept: null };
export const drop = { drop: null };
export const match = (left: object, right: Value): object => ({ match: { op: '==', left, right } });
export const matchMeta = (key: string): object => ({ meta: { key } });
export const matchPayload = (protocol: string, field: string): object => ({ payload: { protocol, field } });
export const matchDevice = (device: Value): object => match(matchMeta('iifname'), device);
export const toDevice = (device: Value): object => match(matchMeta('oifname'), device);
export const established = {
  match: { op: 'in', left: { ct: { key: 'state' } }, right: ['established', 'related'] },
};

export const addTable = (name: string, family: Family = FAMILY): object => ({
  add: { table: { family, name } },
});

/** Returns the commands after which a table is empty, whether or not it existed before. */
export const replaceTable = (name: string, family: Family = FAMILY): object[] => [
  addTable(name, family),
  { delete: { table: { family, name } } },
  addTable(name, family),
];

interface SetOptions {
  readonly flags?: readonly string[];
  /** Time after which an element is removed (s). */
  readonly timeout?: number;
  readonly size?: number;
}

/** Returns functions that build the objects of one table. */
export function placeInTable(table: string, family: Family = FAMILY) {
  const own = { family, table };
  return {
    /** Sets that rules fill have no `dynamic` flag: nftables adds it, and version 1.0.6 does not parse it. */
    set: (name: string, type: string, options: SetOptions = {}, elem: readonly Value[] = []): object => ({
      add: { set: { ...own, name, type, ...options, ...(elem.length > 0 && { elem }) } },
    }),
    /**
     * Creates a map from a port to a value of type `value`, because nftables 1.0.6 does not parse
     * concatenated values from JSON.
     */
    map: (name: string, value: string, elem: readonly (readonly [number, Value])[]): object => ({
      add: {
        map: { ...own, name, type: 'inet_service', map: value, ...(elem.length > 0 && { elem }) },
      },
    }),
    counter: (name: string): object => ({ add: { counter: { ...own, name } } }),
    elements: (name: string, elem: readonly (readonly [number, Value])[]): object => ({
      add: { element: { ...own, name, elem } },
    }),
    flush: (what: 'chain' | 'map', name: string): object => ({ flush: { [what]: { ...own, name } } }),
    /** Creates a chain without a hook, to which only jump rules lead. */
    plainChain: (name: string): object => ({ add: { chain: { ...own, name } } }),
    chain: (name: string, type: string, hook: string, prio: number, policy: string): object => ({
      add: { chain: { ...own, name, type, hook, prio, policy } },
    }),
    rule: (chain: string, ...expr: object[]): object => ({ add: { rule: { ...own, chain, expr } } }),
  };
}

export const formatNetworkAddress = (ip: string, prefix: number): string =>
  formatIpv4(getNetworkAddress(parseIpv4(ip) ?? 0, prefix));
