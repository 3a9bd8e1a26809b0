import { NFT_TABLE, type NftRuleset } from '../gateway/nft-ruleset.ts';
import {
  accept,
  drop,
  established,
  fromDevice,
  inTable,
  match,
  meta,
  payload,
  replaceTable,
  toDevice,
} from '../gateway/nft-words.ts';
import { encodeInterface, encodeMac } from '../system/encode.ts';
import type { ApArtefacts, Bss } from './render.ts';

/** A client is remembered this long without a frame of it. */
const CLIENT_SECONDS = 3_600;
const MOST_CLIENTS = 4_096;
/** A frame that the network card has put together may have 64 KiB; a smaller bucket would never let it pass. */
const BURST_BYTES = 65_536;

const inet = inTable(NFT_TABLE);
const bridged = inTable(NFT_TABLE, 'bridge');

/**
 * The networks that the device itself gives: from them to the uplink and nowhere else, hidden behind its address. What is
 * bridged is not touched here.
 */
export function renderApNft({
  management,
  networks,
}: Pick<ApArtefacts, 'management' | 'networks'>): NftRuleset {
  const uplink = encodeInterface(management.bridge, 'management');
  const inside = networks.map(({ base, bridge }) => ({
    address: `${base}.1`,
    from: fromDevice(bridge),
    to: toDevice(bridge),
    bridge,
  }));
  const elsewhere = { match: { op: '!=', left: meta('oifname'), right: uplink } };
  return {
    nftables: [
      ...replaceTable(NFT_TABLE),
      inet.chain('input', 'filter', 'input', 0, 'accept'),
      ...inside.flatMap(({ address, from }) => {
        const own = match(payload('ip', 'daddr'), address);
        return [
          inet.rule('input', from, established, accept),
          inet.rule('input', from, match(payload('udp', 'dport'), 67), accept),
          inet.rule('input', from, own, match(payload('udp', 'dport'), 53), accept),
          inet.rule('input', from, own, match(payload('tcp', 'dport'), 53), accept),
          inet.rule('input', from, own, match(payload('icmp', 'type'), 'echo-request'), accept),
          inet.rule('input', from, drop),
        ];
      }),
      inet.chain('forward', 'filter', 'forward', 0, 'accept'),
      ...inside.flatMap(({ from, to }) => [
        inet.rule('forward', from, elsewhere, drop),
        inet.rule('forward', to, established, accept),
        inet.rule('forward', to, drop),
      ]),
      inet.chain('postrouting', 'nat', 'postrouting', 100, 'accept'),
      ...networks.map(({ base }) =>
        inet.rule(
          'postrouting',
          match(payload('ip', 'saddr'), { prefix: { addr: `${base}.0`, len: 24 } }),
          toDevice(uplink),
          { masquerade: null },
        ),
      ),
    ],
  };
}

/** Limits per client of an SSID, by its MAC, where its frames enter and leave the air. Empty tables without any. */
export function renderApLimits(bsses: readonly Bss[]): NftRuleset {
  return {
    nftables: [
      ...replaceTable(NFT_TABLE, 'bridge'),
      bridged.chain('sent', 'filter', 'prerouting', -200, 'accept'),
      bridged.chain('received', 'filter', 'postrouting', 0, 'accept'),
      ...bsses.flatMap(({ device, downKbps, upKbps }) => [
        ...(upKbps === undefined ? [] : limited(`up_${device}`, 'sent', fromDevice(device), 'saddr', upKbps)),
        ...(downKbps === undefined
          ? []
          : limited(`down_${device}`, 'received', toDevice(device), 'daddr', downKbps)),
      ]),
    ],
  };
}

/** A bucket per client, in a set that rules fill. */
function limited(
  name: string,
  chain: string,
  where: object,
  field: 'saddr' | 'daddr',
  kbps: number,
): object[] {
  const over = {
    limit: {
      rate: kbps * 125,
      rate_unit: 'bytes',
      per: 'second',
      inv: true,
      burst: BURST_BYTES,
      burst_unit: 'bytes',
    },
  };
  return [
    bridged.set(name, 'ether_addr', { flags: ['timeout'], timeout: CLIENT_SECONDS, size: MOST_CLIENTS }),
    bridged.rule(
      chain,
      where,
      { set: { op: 'update', elem: payload('ether', field), set: `@${name}`, stmt: [over] } },
      drop,
    ),
  ];
}

/** The file of those who are not let in. */
export const denyFile = (denied: readonly string[]): string =>
  denied.map((mac, index) => `${encodeMac(mac, `wireless.blacklist.${index}`)}\n`).join('');
