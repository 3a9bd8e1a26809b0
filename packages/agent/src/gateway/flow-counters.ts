import { APPLICATIONS } from '@northlight/contract/device-protocol';
import { portsOf, TCP_APPLICATIONS, UDP_APPLICATIONS } from './application-ports.ts';
import type { NftRuleset } from './nft-ruleset.ts';
import * as nft from './nft-words.ts';

/** Counts by application; a table of its own, which a configuration does not touch. */
export const NFT_FLOW_TABLE = 'northlight_flow';

const WAYS = ['received', 'sent'] as const;
type Way = (typeof WAYS)[number];
export const flowCounter = (way: Way, id: string): string => `${way}_${id}`;
const TRANSPORTS = { tcp: portsOf(TCP_APPLICATIONS), udp: portsOf(UDP_APPLICATIONS) } as const;

const { match, meta } = nft;
const flow = nft.inTable(NFT_FLOW_TABLE);
const back = { return: null };
const isInside = (key: string): object => match(meta(key), 'vlan*');
const isOutside = (key: string): object => ({ match: { op: '!=', left: meta(key), right: 'vlan*' } });

/**
 * Counts what goes between clients and the internet by application. It may be loaded again, by the same software or by a
 * later one: counters that are there stay as they are, everything else is made anew.
 *
 * The port is that of the end which was connected to, as it answers (`ct reply proto-src`): behind a port mapping that is
 * the port of the host inside, for anything else the port that the client asked for.
 */
export function renderFlowCounters(): NftRuleset {
  return {
    nftables: [
      nft.addTable(NFT_FLOW_TABLE),
      ...WAYS.flatMap((way) => APPLICATIONS.map((id) => flow.counter(flowCounter(way, id)))),
      ...WAYS.flatMap((way) =>
        Object.entries(TRANSPORTS).flatMap(([transport, ports]) => mapped(way, transport, ports)),
      ),
      ...WAYS.flatMap((way) => [flow.plainChain(way), flow.flush('chain', way)]),
      // After the filter: what was dropped there does not count.
      flow.chain('flow', 'filter', 'forward', 10, 'accept'),
      flow.flush('chain', 'flow'),
      flow.rule('flow', { match: { op: 'in', left: { ct: { key: 'state' } }, right: 'invalid' } }, back),
      // Between two VLANs, or within one, nothing goes to the internet.
      flow.rule('flow', isOutside('iifname'), isInside('oifname'), { jump: { target: 'received' } }),
      flow.rule('flow', isInside('iifname'), isOutside('oifname'), { jump: { target: 'sent' } }),
      ...WAYS.flatMap(counted),
    ],
  };
}

function mapped(way: Way, transport: string, ports: readonly (readonly [number, string])[]): object[] {
  const name = `${way}_${transport}`;
  return [
    flow.map(name, 'counter', []),
    flow.flush('map', name),
    flow.elements(
      name,
      ports.map(([port, id]) => [port, flowCounter(way, id)]),
    ),
  ];
}

/** A port that is in no map ends its rule: the last one has the rest. */
const counted = (way: Way): object[] => [
  ...Object.keys(TRANSPORTS).map((transport) =>
    flow.rule(
      way,
      match(meta('l4proto'), transport),
      { counter: { map: { key: { ct: { key: 'proto-src', dir: 'reply' } }, data: `@${way}_${transport}` } } },
      back,
    ),
  ),
  // Protocols of tunnels have no ports.
  flow.rule(
    way,
    match(meta('l4proto'), { set: ['gre', 'esp', 'ah'] }),
    { counter: flowCounter(way, 'vpn') },
    back,
  ),
  flow.rule(way, { counter: flowCounter(way, 'other') }),
];
