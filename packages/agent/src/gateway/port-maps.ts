import type { ConfigPortMapping } from '@northlight/contract/device-protocol';
import { encodeInteger, encodeIp, EncodingRefused } from '../system/encode.ts';

/** A WAN port number and its target. */
interface MappedPort {
  readonly outer: number;
  readonly inner: number;
  readonly ip: string;
}

/** Mapped ports, each with its target, because a range may be mapped to other numbers. */
export interface PortMap {
  readonly tcp: readonly MappedPort[];
  readonly udp: readonly MappedPort[];
}

/** Expands ranges; throws when a port is mapped twice for a protocol. */
export function renderPortMap(mappings: readonly ConfigPortMapping[]): PortMap {
  const maps = { tcp: new Map<number, MappedPort>(), udp: new Map<number, MappedPort>() };
  for (const [index, { internalIp, ports, protocol }] of mappings.entries()) {
    const at = `portMappings.${index}`;
    const ip = encodeIp(internalIp, `${at}.internalIp`);
    for (const [position, { from, internalFrom, to }] of ports.entries()) {
      const path = `${at}.ports.${position}`;
      encodeInteger(from, 1, 65_535, path);
      encodeInteger(to, from, 65_535, path);
      encodeInteger(internalFrom, 1, 65_535 - (to - from), path);
      for (const kind of protocol === 'all' ? (['tcp', 'udp'] as const) : [protocol])
        for (let outer = from; outer <= to; outer++) {
          if (maps[kind].has(outer)) throw new EncodingRefused(path, `free: port ${outer} is already mapped`);
          maps[kind].set(outer, { outer, inner: internalFrom + outer - from, ip });
        }
    }
  }
  return { tcp: [...maps.tcp.values()], udp: [...maps.udp.values()] };
}
