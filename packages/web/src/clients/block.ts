import {
  BLACKLIST_LIMIT,
  type BlacklistEntry,
  type NetworkConfig,
  type OnlineClient,
  type Permission,
} from '@northlight/contract';
import { policyName } from '@northlight/contract/net';
import { deny } from '../kit/controls/GatedButton.tsx';

export const WIRED_CLIENT = 'Only wireless clients can be blocked. This client is wired.';

type Client = Pick<OnlineClient, 'band' | 'mac' | 'name' | 'ssid'>;

export const isWireless = ({ band, ssid }: Pick<Client, 'band' | 'ssid'>): boolean =>
  band !== undefined || ssid !== undefined;

const isListed = ({ wireless }: NetworkConfig, mac: string): boolean =>
  (wireless?.blacklist ?? []).some((entry) => entry.mac === mac);

/**
 * `blocked` means that the client is on the applied blacklist, `staged` that it is only on the staged one.
 */
export type BlockStatus = 'free' | 'staged' | 'blocked';
export const getBlockStatus = ({ mac }: Client, base: NetworkConfig, config: NetworkConfig): BlockStatus =>
  isListed(config, mac) ? (isListed(base, mac) ? 'blocked' : 'staged') : 'free';

/** Returns the permission to add the client to the blacklist. */
export function getBlockPermission(
  client: Client,
  { base, can, config }: { base: NetworkConfig; can: Permission; config: NetworkConfig },
): Permission {
  if (!can.allowed) return can;
  if (!isWireless(client)) return deny(WIRED_CLIENT);
  const status = getBlockStatus(client, base, config);
  if (status === 'blocked') return deny('This client is already blocked.');
  if (status === 'staged') return deny('Blocking this client is already staged.');
  return (config.wireless?.blacklist ?? []).length < BLACKLIST_LIMIT
    ? can
    : deny(`Limit of ${BLACKLIST_LIMIT} blocked clients reached. Unblock one first.`);
}

/** Returns the blacklist entry with the client's name as remark if it is a valid remark. */
export function toBlacklistEntry({ mac, name }: Client): BlacklistEntry {
  const remark = policyName.safeParse(name);
  return { mac, ...(remark.success && { remark: remark.data }) };
}
