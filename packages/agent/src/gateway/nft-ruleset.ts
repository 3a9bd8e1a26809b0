import { encodeInterface } from './encode.ts';
import type { Segment } from './render.ts';

/** A ruleset in nftables' own JSON, so that no value is ever read as syntax. */
export interface NftRuleset {
  readonly nftables: readonly object[];
}

type Expression = object;

export const NFT_TABLE = 'northlight';
const FAMILY = 'inet';
const table = { family: FAMILY, name: NFT_TABLE };

/** Replaces our own table in one transaction: from a VLAN to the internet yes, from one VLAN to another no. */
export function renderNft(segments: readonly Segment[], wan: string): NftRuleset {
  const outside = encodeInterface(wan, 'wan');
  const inside = segments.map(({ device }) => encodeInterface(device, 'vlans'));
  return {
    nftables: [
      { add: { table } },
      { delete: { table } },
      { add: { table } },
      chain('input', 'filter', 'input', 0, 'drop'),
      rule('input', established(), accept),
      rule('input', meta('iifname', 'lo'), accept),
      rule('input', meta('iifname', outside), match(payload('icmp', 'type'), 'echo-request'), accept),
      ...segments.flatMap((segment) => servedIn(segment)),
      chain('forward', 'filter', 'forward', 0, 'drop'),
      rule('forward', established(), accept),
      // A bridge may show the frames between two ports of one VLAN to this hook.
      ...inside.map((device) => rule('forward', meta('iifname', device), meta('oifname', device), accept)),
      ...inside.map((device) => rule('forward', meta('iifname', device), meta('oifname', outside), accept)),
      chain('postrouting', 'nat', 'postrouting', 100, 'accept'),
      rule('postrouting', meta('oifname', outside), { masquerade: null }),
    ],
  };
}

/** What a VLAN may ask of the gateway: leases, names and an echo, at the gateway's address in this VLAN only. */
function servedIn({ device, ip }: Segment): object[] {
  const from = meta('iifname', device);
  const own = match(payload('ip', 'daddr'), ip);
  return [
    rule('input', from, match(payload('udp', 'dport'), 67), accept),
    rule('input', from, own, match(payload('udp', 'dport'), 53), accept),
    rule('input', from, own, match(payload('tcp', 'dport'), 53), accept),
    rule('input', from, own, match(payload('icmp', 'type'), 'echo-request'), accept),
  ];
}

const accept: Expression = { accept: null };

const match = (left: object, right: string | number): Expression => ({ match: { op: '==', left, right } });
const meta = (key: string, value: string): Expression => match({ meta: { key } }, value);
const payload = (protocol: string, field: string): object => ({ payload: { protocol, field } });
const established = (): Expression => ({
  match: { op: 'in', left: { ct: { key: 'state' } }, right: ['established', 'related'] },
});

const chain = (name: string, type: string, hook: string, prio: number, policy: string): object => ({
  add: { chain: { family: FAMILY, table: NFT_TABLE, name, type, hook, prio, policy } },
});

const rule = (chainName: string, ...expr: Expression[]): object => ({
  add: { rule: { family: FAMILY, table: NFT_TABLE, chain: chainName, expr } },
});
