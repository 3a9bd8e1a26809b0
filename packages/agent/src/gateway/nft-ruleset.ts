import { encodeInterface } from '../system/encode.ts';
import { PPPOE_MTU } from '../system/pppoe-options.ts';
import type { ClientLimit } from './client-limits.ts';
import * as nft from './nft-words.ts';
import type { PortMap } from './port-maps.ts';
import type { Segment } from './render.ts';
import type { StaticRoute } from './static-routes.ts';
import type { Wan } from './wans.ts';

/** A ruleset in nftables' own JSON, so that no value is ever read as syntax. */
export interface NftRuleset {
  readonly nftables: readonly object[];
}

export const NFT_TABLE = 'northlight';
/** Counts per client; a table of its own, because replacing the first one would set every count to zero. */
export const NFT_COUNT_TABLE = 'northlight_count';
const { accept, drop, established, fromDevice, match, meta, payload, toDevice } = nft;
const { chain, map, rule, set } = nft.inTable(NFT_TABLE);

export interface NftParts {
  readonly segments: readonly Segment[];
  readonly wans: readonly Wan[];
  readonly routes: readonly StaticRoute[];
  readonly portMap: PortMap;
  readonly limits: readonly ClientLimit[];
  /** Where the device's own page is served in each VLAN. */
  readonly pagePort?: number | undefined;
}

/** Longest that an address of a limited client is remembered without a packet of it. */
const LIMITED_SECONDS = 3_600;
/** Addresses that one limited client may use at a time. */
const LIMITED_ADDRESSES = 16;
/** A packet that the network card has put together may have 64 KiB; a smaller bucket would never let it pass. */
const LIMIT_BURST_BYTES = 65_536;
const COUNT_SECONDS = 86_400;
const MOST_COUNTED = 65_536;

/**
 * Replaces our own table in one transaction. What may pass: from a VLAN to the internet; to a network behind a router
 * that a static route names; to a host that a port mapping names; and nothing from one VLAN to another.
 */
export function renderNft({ limits, pagePort, portMap, routes, segments, wans }: NftParts): NftRuleset {
  const outside = oneOf(wans.flatMap(({ devices }) => devices.map((name) => encodeInterface(name, 'wan'))));
  const inside = segments.map(({ device }) => encodeInterface(device, 'vlans'));
  const has = segments.length > 0;
  return {
    nftables: [
      ...nft.replaceTable(NFT_TABLE),
      set('vlan_networks', 'ipv4_addr', { flags: ['interval'] }, segments.map(network)),
      set(
        'vlan_addresses',
        'ipv4_addr',
        {},
        segments.map(({ ip }) => ip),
      ),
      map(
        'tcp_hosts',
        'ipv4_addr',
        portMap.tcp.map(({ outer, ip }) => [outer, ip]),
      ),
      map(
        'tcp_ports',
        'inet_service',
        portMap.tcp.map(({ inner, outer }) => [outer, inner]),
      ),
      map(
        'udp_hosts',
        'ipv4_addr',
        portMap.udp.map(({ outer, ip }) => [outer, ip]),
      ),
      map(
        'udp_ports',
        'inet_service',
        portMap.udp.map(({ inner, outer }) => [outer, inner]),
      ),
      chain('input', 'filter', 'input', 0, 'drop'),
      rule('input', established, accept),
      rule('input', fromDevice('lo'), accept),
      rule('input', fromDevice(outside), match(payload('icmp', 'type'), 'echo-request'), accept),
      ...segments.flatMap((segment) => servedIn(segment, pagePort)),
      ...limitChain(limits),
      ...clampChain(wans),
      chain('forward', 'filter', 'forward', 0, 'drop'),
      rule('forward', established, accept),
      rule('forward', { match: { op: 'in', left: { ct: { key: 'status' } }, right: 'dnat' } }, accept),
      // A bridge may show the frames between two ports of one VLAN to this hook.
      ...inside.map((device) => rule('forward', fromDevice(device), toDevice(device), accept)),
      ...inside.map((device) => rule('forward', fromDevice(device), toDevice(outside), accept)),
      ...(has ? routes.map((route) => behindRouter(inside, route)) : []),
      chain('prerouting', 'nat', 'prerouting', -100, 'accept'),
      ...mappedFrom(fromDevice(outside)),
      ...(has ? mappedFrom(match(meta('iifname'), { set: inside }), elsewhere) : []),
      chain('postrouting', 'nat', 'postrouting', 100, 'accept'),
      // The answer of a mapped host to a client beside it must come back through here.
      rule(
        'postrouting',
        { match: { op: 'in', left: { ct: { key: 'status' } }, right: 'dnat' } },
        match(payload('ip', 'saddr'), '@vlan_networks'),
        match(payload('ip', 'daddr'), '@vlan_networks'),
        { masquerade: null },
      ),
      rule('postrouting', toDevice(outside), { masquerade: null }),
    ],
  };
}

/**
 * The table that counts what each client sends and receives; loaded once, and before the agent's first connection: its
 * look at the state of connections has the kernel track them. One that is older than that is half known, and the ruleset
 * would drop its answers.
 */
export function renderNftCounters(): NftRuleset {
  const count = nft.inTable(NFT_COUNT_TABLE);
  const perClient = (field: 'saddr' | 'daddr', name: string): object => ({
    set: { op: 'update', elem: payload('ip', field), set: `@${name}`, stmt: [{ counter: null }] },
  });
  const options = { flags: ['timeout'], timeout: COUNT_SECONDS, size: MOST_COUNTED };
  return {
    nftables: [
      nft.addTable(NFT_COUNT_TABLE),
      count.set('sent', 'ipv4_addr', options),
      count.set('received', 'ipv4_addr', options),
      // After the filter: what was dropped there does not count.
      count.chain('counted', 'filter', 'forward', 10, 'accept'),
      count.rule(
        'counted',
        { match: { op: 'in', left: { ct: { key: 'state' } }, right: 'invalid' } },
        { return: null },
      ),
      count.rule('counted', fromDevice('vlan*'), perClient('saddr', 'sent')),
      count.rule('counted', toDevice('vlan*'), perClient('daddr', 'received')),
    ],
  };
}

/** What a VLAN may ask of the gateway: leases, names, an echo and its page, at the gateway's address in this VLAN only. */
function servedIn({ device, ip }: Segment, pagePort: number | undefined): object[] {
  const from = fromDevice(device);
  const own = match(payload('ip', 'daddr'), ip);
  return [
    rule('input', from, match(payload('udp', 'dport'), 67), accept),
    rule('input', from, own, match(payload('udp', 'dport'), 53), accept),
    rule('input', from, own, match(payload('tcp', 'dport'), 53), accept),
    rule('input', from, own, match(payload('icmp', 'type'), 'echo-request'), accept),
    ...(pagePort === undefined
      ? []
      : [rule('input', from, own, match(payload('tcp', 'dport'), pagePort), accept)]),
  ];
}

/** One name, or a set of several. */
const oneOf = (names: readonly string[]): string | object => {
  const [only = '', ...more] = names;
  return more.length === 0 ? only : { set: [...names] };
};

/** A frame of PPPoE carries less than one of Ethernet: connections agree on segments that fit, both ways. */
function clampChain(wans: readonly Wan[]): object[] {
  const lines = wans.flatMap(({ devices, settings }) => (settings?.mode === 'pppoe' ? devices : []));
  if (lines.length === 0) return [];
  const segment = { 'tcp option': { name: 'maxseg', field: 'size' } };
  const clamp = (way: object): object =>
    rule(
      'clamp',
      way,
      { match: { op: 'in', left: payload('tcp', 'flags'), right: 'syn' } },
      { match: { op: '>', left: segment, right: PPPOE_MTU - 40 } },
      { mangle: { key: segment, value: PPPOE_MTU - 40 } },
    );
  return [
    chain('clamp', 'filter', 'forward', -150, 'accept'),
    clamp(fromDevice(oneOf(lines))),
    clamp(toDevice(oneOf(lines))),
  ];
}

/** What a client sends is known by its MAC; what it receives by the addresses that it sent from. */
function limitChain(limits: readonly ClientLimit[]): object[] {
  if (limits.length === 0) return [];
  const over = (kbps: number): object => ({
    limit: {
      rate: kbps * 125,
      rate_unit: 'bytes',
      per: 'second',
      inv: true,
      burst: LIMIT_BURST_BYTES,
      burst_unit: 'bytes',
    },
  });
  return [
    chain('limits', 'filter', 'forward', -10, 'accept'),
    ...limits.flatMap(({ downKbps, mac, upKbps }, index) => {
      const name = `limited_${index}`;
      const sender = match(payload('ether', 'saddr'), mac);
      return [
        set(name, 'ipv4_addr', { flags: ['timeout'], timeout: LIMITED_SECONDS, size: LIMITED_ADDRESSES }),
        rule('limits', sender, { set: { op: 'update', elem: payload('ip', 'saddr'), set: `@${name}` } }),
        ...(upKbps === undefined ? [] : [rule('limits', sender, over(upKbps), drop)]),
        ...(downKbps === undefined
          ? []
          : [rule('limits', match(payload('ip', 'daddr'), `@${name}`), over(downKbps), drop)]),
      ];
    }),
  ];
}

/** The networks behind a router may be reached from every VLAN; the VLAN that the router stands in may not. */
const behindRouter = (inside: readonly string[], { destination, prefix }: StaticRoute): object =>
  rule(
    'forward',
    match(meta('iifname'), { set: [...inside] }),
    { match: { op: '!=', left: payload('ip', 'daddr'), right: '@vlan_networks' } },
    ...(prefix === 0 ? [] : [match(payload('ip', 'daddr'), { prefix: { addr: destination, len: prefix } })]),
    accept,
  );

const elsewhere = { match: { op: '!=', left: payload('ip', 'daddr'), right: '@vlan_addresses' } };

/** Every port that is asked for at the WAN's own address, from outside or from a VLAN. */
function mappedFrom(...from: object[]): object[] {
  const here = match({ fib: { result: 'type', flags: ['daddr'] } }, 'local');
  return (['tcp', 'udp'] as const).map((protocol) => {
    const key = payload(protocol, 'dport');
    const addr = { map: { key, data: `@${protocol}_hosts` } };
    const port = { map: { key, data: `@${protocol}_ports` } };
    return rule('prerouting', ...from, here, { dnat: { family: 'ip', addr, port } });
  });
}

const network = ({ ip, prefix }: Segment): object => ({
  prefix: { addr: nft.networkAddress(ip, prefix), len: prefix },
});
