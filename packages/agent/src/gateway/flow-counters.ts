import { APPLICATIONS } from '@northlight/contract/device-protocol';
import { listPorts, TCP_APPLICATIONS, UDP_APPLICATIONS } from './application-ports.ts';
import type { NftRuleset } from './nft-ruleset.ts';
import * as nft from './nft-json.ts';

/**
 * Table of the application counters. It is separate from the configured ruleset, so that changes of the
 * configuration do not reset the counters.
 */
export const NFT_FLOW_TABLE = 'northlight_flow';

const DIRECTIONS = ['received', 'sent'] as const;
type Direction = (typeof DIRECTIONS)[number];
export const nameFlowCounter = (direction: Direction, id: string): string => `${direction}_${id}`;
const TRANSPORTS = { tcp: listPorts(TCP_APPLICATIONS), udp: listPorts(UDP_APPLICATIONS) } as const;

const { match, matchMeta } = nft;
const flow = nft.placeInTable(NFT_FLOW_TABLE);
const returnVerdict = { return: null };
const isInside = (key: string): object => match(matchMeta(key), 'vlan*');
const isOutside = (key: string): object => ({ match: { op: '!=', left: matchMeta(key), right: 'vlan*' } });

/**
 * Renders rules that count traffic between clients and the internet by application. A later load, also by a
 * later software version, keeps the values of existing counters and replaces everything else. The application
 * is that of the server's port (`ct reply proto-src`). Behind a port mapping this is the port of the inner
 * host, otherwise the port that the client connected to.
 */
export function renderFlowCounters(): NftRuleset {
  return {
    nftables: [
      nft.addTable(NFT_FLOW_TABLE),
      ...DIRECTIONS.flatMap((direction) =>
        APPLICATIONS.map((id) => flow.counter(nameFlowCounter(direction, id))),
      ),
      ...DIRECTIONS.flatMap((direction) =>
        Object.entries(TRANSPORTS).flatMap(([transport, ports]) =>
          renderPortMap(direction, transport, ports),
        ),
      ),
      ...DIRECTIONS.flatMap((direction) => [flow.plainChain(direction), flow.flush('chain', direction)]),
      // Runs after the filter, so that dropped packets are not counted.
      flow.chain('flow', 'filter', 'forward', 10, 'accept'),
      flow.flush('chain', 'flow'),
      flow.rule(
        'flow',
        { match: { op: 'in', left: { ct: { key: 'state' } }, right: 'invalid' } },
        returnVerdict,
      ),
      // Counts only traffic that passes a WAN, not traffic between or within VLANs.
      flow.rule('flow', isOutside('iifname'), isInside('oifname'), { jump: { target: 'received' } }),
      flow.rule('flow', isInside('iifname'), isOutside('oifname'), { jump: { target: 'sent' } }),
      ...DIRECTIONS.flatMap(countRules),
    ],
  };
}

function renderPortMap(
  direction: Direction,
  transport: string,
  ports: readonly (readonly [number, string])[],
): object[] {
  const name = `${direction}_${transport}`;
  return [
    flow.map(name, 'counter', []),
    flow.flush('map', name),
    flow.elements(
      name,
      ports.map(([port, id]) => [port, nameFlowCounter(direction, id)]),
    ),
  ];
}

/** A rule has no effect on a port outside its map. The last rule counts the remaining traffic as `other`. */
const countRules = (direction: Direction): object[] => [
  ...Object.keys(TRANSPORTS).map((transport) =>
    flow.rule(
      direction,
      match(matchMeta('l4proto'), transport),
      {
        counter: {
          map: { key: { ct: { key: 'proto-src', dir: 'reply' } }, data: `@${direction}_${transport}` },
        },
      },
      returnVerdict,
    ),
  ),
  // Matches tunnel protocols by their number, because they have no ports.
  flow.rule(
    direction,
    match(matchMeta('l4proto'), { set: ['gre', 'esp', 'ah'] }),
    { counter: nameFlowCounter(direction, 'vpn') },
    returnVerdict,
  ),
  flow.rule(direction, { counter: nameFlowCounter(direction, 'other') }),
];
