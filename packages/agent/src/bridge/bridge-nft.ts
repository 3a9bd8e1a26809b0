import { drop, match, matchPayload, placeInTable, replaceTable } from '../gateway/nft-json.ts';
import { NFT_TABLE, type NftRuleset } from '../gateway/nft-ruleset.ts';

const VLAN_ETHER_TYPE = 0x8100;
const bridged = placeInTable(NFT_TABLE, 'bridge');

/** Renders the rules that drop frames of other VLANs; untagged frames always pass. Empty for all VLANs. */
export function renderBridgeNft(vlans: readonly number[] | undefined): NftRuleset {
  const tagged = match(matchPayload('ether', 'type'), VLAN_ETHER_TYPE);
  const isOther = { match: { op: '!=', left: matchPayload('vlan', 'id'), right: { set: vlans ?? [] } } };
  return {
    nftables: [
      ...replaceTable(NFT_TABLE, 'bridge'),
      bridged.chain('forward', 'filter', 'forward', 0, 'accept'),
      ...(vlans === undefined
        ? []
        : [bridged.rule('forward', tagged, ...(vlans.length === 0 ? [] : [isOther]), drop)]),
    ],
  };
}
