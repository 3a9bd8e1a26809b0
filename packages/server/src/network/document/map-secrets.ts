import {
  type BridgeLink,
  type PppoeLine,
  type Wan,
  mapSecrets as mapWirelessSecrets,
  type WirelessConfig,
  type NetworkConfig,
} from '@northlight/contract';
import type { SecretSlot } from '@northlight/contract/net';

/** Replaces one secret; `path` is the dotted path of its field in the form. */
export type SecretChange = (slot: SecretSlot, path: string) => SecretSlot;

/** Returns the document with every secret replaced by `change`. */
export function mapNetworkSecrets(config: NetworkConfig, change: SecretChange): NetworkConfig {
  const { bridgeLinks, wan, wireless } = config;
  return {
    ...config,
    ...(wan && { wan: wan.map((each, index) => mapWan(each, `wan.${index}`, change)) }),
    ...(wireless && { wireless: mapPolicies(wireless, change) }),
    ...(bridgeLinks && {
      bridgeLinks: bridgeLinks.map((link, index) => mapLink(link, `bridgeLinks.${index}.key`, change)),
    }),
  };
}

/** Lists the secrets of a document in the order of their fields. */
export function listSlots(config: NetworkConfig): SecretSlot[] {
  const slots: SecretSlot[] = [];
  mapNetworkSecrets(config, (slot) => {
    slots.push(slot);
    return slot;
  });
  return slots;
}

function mapWan(wan: Wan, at: string, change: SecretChange): Wan {
  if (wan.mode !== 'pppoe') return wan;
  const lines = wan.lines.map(({ password, passwordId, user }, index): PppoeLine => {
    const { id, value } = change({ value: password, id: passwordId }, `${at}.lines.${index}.password`);
    return {
      user,
      ...(value !== undefined && { password: value }),
      ...(id !== undefined && { passwordId: id }),
    };
  });
  return { ...wan, lines };
}

function mapLink({ key, keyId, ...link }: BridgeLink, path: string, change: SecretChange): BridgeLink {
  const { id, value } = change({ value: key, id: keyId }, path);
  return { ...link, ...(value !== undefined && { key: value }), ...(id !== undefined && { keyId: id }) };
}

function mapPolicies(wireless: WirelessConfig, change: SecretChange): WirelessConfig {
  const policies = wireless.policies.flatMap((policy, index) => {
    const field = 'radius' in policy.security ? 'radius.secret' : 'key';
    const at = `wireless.policies.${index}.security.${field}`;
    return mapWirelessSecrets({ ...wireless, policies: [policy] }, (slot) => change(slot, at)).policies;
  });
  return { ...wireless, policies };
}
