import {
  BLACKLIST_LIMIT,
  type BlacklistEntry,
  type NetworkConfig,
  type OnlineClient,
  type Permission,
} from '@northlight/contract';
import { policyName } from '@northlight/contract/net';
import { off } from '../kit/controls/GatedButton.tsx';

export const WIRED_CLIENT = 'Only wireless clients can be blocked: this one is connected by cable.';

type Client = Pick<OnlineClient, 'band' | 'mac' | 'name' | 'ssid'>;

export const isWireless = ({ band, ssid }: Pick<Client, 'band' | 'ssid'>): boolean =>
  band !== undefined || ssid !== undefined;

const listed = ({ wireless }: NetworkConfig, mac: string): boolean =>
  (wireless?.blacklist ?? []).some((entry) => entry.mac === mac);

/** Where a client stands: let in, on the blacklist that is applied, or on the one that is staged. */
export type Standing = 'free' | 'staged' | 'blocked';
export const standingOf = ({ mac }: Client, base: NetworkConfig, config: NetworkConfig): Standing =>
  listed(config, mac) ? (listed(base, mac) ? 'blocked' : 'staged') : 'free';

/** Whether the client can be put on the blacklist, and why not. */
export function mayBlock(
  client: Client,
  { base, can, config }: { base: NetworkConfig; can: Permission; config: NetworkConfig },
): Permission {
  if (!can.allowed) return can;
  if (!isWireless(client)) return off(WIRED_CLIENT);
  const standing = standingOf(client, base, config);
  if (standing === 'blocked') return off('The client is blocked already.');
  if (standing === 'staged') return off('The client is staged to be blocked.');
  return (config.wireless?.blacklist ?? []).length < BLACKLIST_LIMIT
    ? can
    : off(`The blacklist is full: at most ${BLACKLIST_LIMIT} clients are possible.`);
}

/** With the name by which the client is known, as far as a remark can be that. */
export function entryOf({ mac, name }: Client): BlacklistEntry {
  const remark = policyName.safeParse(name);
  return { mac, ...(remark.success && { remark: remark.data }) };
}
