import { encodeInterface } from '../system/encode.ts';
import { PPPOE_MTU } from '../system/pppoe-options.ts';
import type { ClientLimit } from './client-limits.ts';
import * as nft from './nft-json.ts';
import type { PortMap } from './port-maps.ts';
import type { Segment } from './render.ts';
import type { StaticRoute } from './static-routes.ts';
import type { Wan } from './wans.ts';

/** A ruleset in the JSON of nftables, so that no value can be parsed as syntax. */
export interface NftRuleset {
  readonly nftables: readonly object[];
}

export const NFT_TABLE = 'northlight';
/**
 * Table of the counters per client. It is separate, because replacing the ruleset would reset the counters.
 */
export const NFT_COUNT_TABLE = 'northlight_count';
const { accept, drop, established, matchDevice, match, matchMeta, matchPayload, toDevice } = nft;
const { chain, map, rule, set } = nft.placeInTable(NFT_TABLE);

export interface NftParts {
  readonly segments: readonly Segment[];
  readonly wans: readonly Wan[];
  readonly routes: readonly StaticRoute[];
  readonly portMap: PortMap;
  readonly limits: readonly ClientLimit[];
  /** TCP port of the local page at the gateway's address in each VLAN. */
  readonly pagePort?: number | undefined;
}

/** Time after which an inactive address is removed from the limited clients. */
const LIMITED_SECONDS = 3_600;
/** Maximum number of concurrent addresses of a limited client. */
const LIMITED_ADDRESSES = 16;
/** Minimum burst: network cards merge packets up to 64 KiB, which a smaller burst would never let pass. */
const LIMIT_BURST_BYTES = 65_536;
const COUNT_SECONDS = 86_400;
const MAX_COUNTED = 65_536;

/**
 * Renders the agent's table, which nftables replaces in one transaction. VLANs may forward to the internet,
 * to networks of static routes, and to hosts of port mappings, but not to each other.
 */
export function renderNft({ limits, pagePort, portMap, routes, segments, wans }: NftParts): NftRuleset {
  const outside = toNameOrSet(
    wans.flatMap(({ devices }) => devices.map((name) => encodeInterface(name, 'wan'))),
  );
  const inside = segments.map(({ device }) => encodeInterface(device, 'vlans'));
  const hasSegments = segments.length > 0;
  return {
    nftables: [
      ...nft.replaceTable(NFT_TABLE),
      set('vlan_networks', 'ipv4_addr', { flags: ['interval'] }, segments.map(renderNetwork)),
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
      rule('input', matchDevice('lo'), accept),
      rule('input', matchDevice(outside), match(matchPayload('icmp', 'type'), 'echo-request'), accept),
      ...segments.flatMap((segment) => renderServiceRules(segment, pagePort)),
      ...limitChain(limits),
      ...renderMssClampChain(wans),
      chain('forward', 'filter', 'forward', 0, 'drop'),
      rule('forward', established, accept),
      rule('forward', { match: { op: 'in', left: { ct: { key: 'status' } }, right: 'dnat' } }, accept),
      // Accepts frames between two ports of a VLAN, which also pass this hook with bridge netfilter.
      ...inside.map((device) => rule('forward', matchDevice(device), toDevice(device), accept)),
      ...inside.map((device) => rule('forward', matchDevice(device), toDevice(outside), accept)),
      ...(hasSegments ? routes.map((route) => renderStaticRouteRule(inside, route)) : []),
      chain('prerouting', 'nat', 'prerouting', -100, 'accept'),
      ...renderPortMappingRules(matchDevice(outside)),
      ...(hasSegments
        ? renderPortMappingRules(match(matchMeta('iifname'), { set: inside }), notGatewayAddress)
        : []),
      chain('postrouting', 'nat', 'postrouting', 100, 'accept'),
      // Hairpin NAT: the reply of a mapped host to a client in a VLAN must return through the gateway.
      rule(
        'postrouting',
        { match: { op: 'in', left: { ct: { key: 'status' } }, right: 'dnat' } },
        match(matchPayload('ip', 'saddr'), '@vlan_networks'),
        match(matchPayload('ip', 'daddr'), '@vlan_networks'),
        { masquerade: null },
      ),
      rule('postrouting', toDevice(outside), { masquerade: null }),
    ],
  };
}

/**
 * Renders the table that counts the bytes of each client. Must be loaded before the agent's first connection:
 * the table starts connection tracking, and the ruleset would later drop the replies of a connection that is
 * not tracked.
 */
export function renderNftCounters(): NftRuleset {
  const count = nft.placeInTable(NFT_COUNT_TABLE);
  const perClient = (field: 'saddr' | 'daddr', name: string): object => ({
    set: { op: 'update', elem: matchPayload('ip', field), set: `@${name}`, stmt: [{ counter: null }] },
  });
  const options = { flags: ['timeout'], timeout: COUNT_SECONDS, size: MAX_COUNTED };
  return {
    nftables: [
      nft.addTable(NFT_COUNT_TABLE),
      count.set('sent', 'ipv4_addr', options),
      count.set('received', 'ipv4_addr', options),
      // Runs after the filter, so that dropped packets are not counted.
      count.chain('counted', 'filter', 'forward', 10, 'accept'),
      count.rule(
        'counted',
        { match: { op: 'in', left: { ct: { key: 'state' } }, right: 'invalid' } },
        { return: null },
      ),
      count.rule('counted', matchDevice('vlan*'), perClient('saddr', 'sent')),
      count.rule('counted', toDevice('vlan*'), perClient('daddr', 'received')),
    ],
  };
}

/**
 * Renders the gateway's services for a VLAN: DHCP, and at its address in this VLAN DNS, ping and the local
 * page.
 */
function renderServiceRules({ device, ip }: Segment, pagePort: number | undefined): object[] {
  const from = matchDevice(device);
  const toGateway = match(matchPayload('ip', 'daddr'), ip);
  return [
    rule('input', from, match(matchPayload('udp', 'dport'), 67), accept),
    rule('input', from, toGateway, match(matchPayload('udp', 'dport'), 53), accept),
    rule('input', from, toGateway, match(matchPayload('tcp', 'dport'), 53), accept),
    rule('input', from, toGateway, match(matchPayload('icmp', 'type'), 'echo-request'), accept),
    ...(pagePort === undefined
      ? []
      : [rule('input', from, toGateway, match(matchPayload('tcp', 'dport'), pagePort), accept)]),
  ];
}

/** Returns a single name unchanged and several names as a set. */
const toNameOrSet = (names: readonly string[]): string | object => {
  const [only = '', ...more] = names;
  return more.length === 0 ? only : { set: [...names] };
};

/** Clamps the TCP segment size in both directions, because PPPoE frames carry less than Ethernet frames. */
function renderMssClampChain(wans: readonly Wan[]): object[] {
  const lines = wans.flatMap(({ devices, settings }) => (settings?.mode === 'pppoe' ? devices : []));
  if (lines.length === 0) return [];
  const segment = { 'tcp option': { name: 'maxseg', field: 'size' } };
  const clamp = (interfaceMatch: object): object =>
    rule(
      'clamp',
      interfaceMatch,
      { match: { op: 'in', left: matchPayload('tcp', 'flags'), right: 'syn' } },
      { match: { op: '>', left: segment, right: PPPOE_MTU - 40 } },
      { mangle: { key: segment, value: PPPOE_MTU - 40 } },
    );
  return [
    chain('clamp', 'filter', 'forward', -150, 'accept'),
    clamp(matchDevice(toNameOrSet(lines))),
    clamp(toDevice(toNameOrSet(lines))),
  ];
}

/**
 * Renders the rate limits per client: upload is matched by MAC, download by the addresses that the client has
 * sent from.
 */
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
      const sender = match(matchPayload('ether', 'saddr'), mac);
      return [
        set(name, 'ipv4_addr', { flags: ['timeout'], timeout: LIMITED_SECONDS, size: LIMITED_ADDRESSES }),
        rule('limits', sender, { set: { op: 'update', elem: matchPayload('ip', 'saddr'), set: `@${name}` } }),
        ...(upKbps === undefined ? [] : [rule('limits', sender, over(upKbps), drop)]),
        ...(downKbps === undefined
          ? []
          : [rule('limits', match(matchPayload('ip', 'daddr'), `@${name}`), over(downKbps), drop)]),
      ];
    }),
  ];
}

/** Allows every VLAN to reach a static route's network, but no other VLAN. */
const renderStaticRouteRule = (inside: readonly string[], { destination, prefix }: StaticRoute): object =>
  rule(
    'forward',
    match(matchMeta('iifname'), { set: [...inside] }),
    { match: { op: '!=', left: matchPayload('ip', 'daddr'), right: '@vlan_networks' } },
    ...(prefix === 0
      ? []
      : [match(matchPayload('ip', 'daddr'), { prefix: { addr: destination, len: prefix } })]),
    accept,
  );

const notGatewayAddress = {
  match: { op: '!=', left: matchPayload('ip', 'daddr'), right: '@vlan_addresses' },
};

/** Returns the port mappings for connections to an address of the gateway that match `from`. */
function renderPortMappingRules(...from: object[]): object[] {
  const toLocalAddress = match({ fib: { result: 'type', flags: ['daddr'] } }, 'local');
  return (['tcp', 'udp'] as const).map((protocol) => {
    const key = matchPayload(protocol, 'dport');
    const addr = { map: { key, data: `@${protocol}_hosts` } };
    const port = { map: { key, data: `@${protocol}_ports` } };
    return rule('prerouting', ...from, toLocalAddress, { dnat: { family: 'ip', addr, port } });
  });
}

const renderNetwork = ({ ip, prefix }: Segment): object => ({
  prefix: { addr: nft.formatNetworkAddress(ip, prefix), len: prefix },
});
