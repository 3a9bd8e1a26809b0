import { NFT_TABLE, type NftRuleset } from '../gateway/nft-ruleset.ts';
import {
  accept,
  drop,
  established,
  matchDevice,
  placeInTable,
  match,
  matchMeta,
  matchPayload,
  replaceTable,
  toDevice,
} from '../gateway/nft-json.ts';
import { encodeInterface, encodeMac } from '../system/encode.ts';
import type { ApArtefacts, Bss } from './render.ts';

/** Time after which an inactive client is removed from the sets of limited clients (s). */
const CLIENT_SECONDS = 3_600;
const MAX_CLIENTS = 4_096;
/** Minimum burst: network cards merge frames up to 64 KiB, which a smaller burst would never let pass. */
const BURST_BYTES = 65_536;

const inet = placeInTable(NFT_TABLE);
const bridged = placeInTable(NFT_TABLE, 'bridge');

/**
 * Renders rules for the NAT networks of the device: their clients reach only the uplink, with the device's
 * address as source. Bridged traffic is not affected.
 */
export function renderApNft({
  management,
  networks,
}: Pick<ApArtefacts, 'management' | 'networks'>): NftRuleset {
  const uplink = encodeInterface(management.bridge, 'management');
  const inside = networks.map(({ base, bridge }) => ({
    address: `${base}.1`,
    from: matchDevice(bridge),
    to: toDevice(bridge),
    bridge,
  }));
  const elsewhere = { match: { op: '!=', left: matchMeta('oifname'), right: uplink } };
  return {
    nftables: [
      ...replaceTable(NFT_TABLE),
      inet.chain('input', 'filter', 'input', 0, 'accept'),
      ...inside.flatMap(({ address, from }) => {
        const own = match(matchPayload('ip', 'daddr'), address);
        return [
          inet.rule('input', from, established, accept),
          inet.rule('input', from, match(matchPayload('udp', 'dport'), 67), accept),
          inet.rule('input', from, own, match(matchPayload('udp', 'dport'), 53), accept),
          inet.rule('input', from, own, match(matchPayload('tcp', 'dport'), 53), accept),
          inet.rule('input', from, own, match(matchPayload('icmp', 'type'), 'echo-request'), accept),
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
          match(matchPayload('ip', 'saddr'), { prefix: { addr: `${base}.0`, len: 24 } }),
          toDevice(uplink),
          { masquerade: null },
        ),
      ),
    ],
  };
}

/** Renders rate limits per client MAC and SSID at the radio's interface; empty tables without limits. */
export function renderApLimits(bsses: readonly Bss[]): NftRuleset {
  return {
    nftables: [
      ...replaceTable(NFT_TABLE, 'bridge'),
      bridged.chain('sent', 'filter', 'prerouting', -200, 'accept'),
      bridged.chain('received', 'filter', 'postrouting', 0, 'accept'),
      ...bsses.flatMap(({ device, downKbps, upKbps }) => [
        ...(upKbps === undefined
          ? []
          : renderLimit(`up_${device}`, 'sent', matchDevice(device), 'saddr', upKbps)),
        ...(downKbps === undefined
          ? []
          : renderLimit(`down_${device}`, 'received', toDevice(device), 'daddr', downKbps)),
      ]),
    ],
  };
}

/** Returns a token bucket per client, in a set that is filled by rules. */
function renderLimit(
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
    bridged.set(name, 'ether_addr', { flags: ['timeout'], timeout: CLIENT_SECONDS, size: MAX_CLIENTS }),
    bridged.rule(
      chain,
      where,
      { set: { op: 'update', elem: matchPayload('ether', field), set: `@${name}`, stmt: [over] } },
      drop,
    ),
  ];
}

/** Renders hostapd's deny list, one MAC address per line. */
export const renderDenyFile = (denied: readonly string[]): string =>
  denied.map((mac, index) => `${encodeMac(mac, `wireless.blacklist.${index}`)}\n`).join('');
