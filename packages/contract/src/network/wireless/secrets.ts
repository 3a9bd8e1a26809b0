import type { WifiPolicy, WirelessConfig } from './schema.ts';
import { hasRawKey, type WifiSecurity } from './security.ts';

/** A secret as a document has it: as it was typed, or by the name under which the server keeps it. */
export interface SecretSlot {
  readonly value?: string | undefined;
  readonly id?: string | undefined;
}

/** Where the secret of a policy is; undefined when its mode has none. */
export function slotOf({ security }: Pick<WifiPolicy, 'security'>): SecretSlot | undefined {
  if (security.mode === 'open') return undefined;
  return 'radius' in security
    ? { value: security.radius.secret, id: security.radius.secretId }
    : { value: security.key, id: security.keyId };
}

/** The secret that stands in a policy, if one does. */
export const secretOf = (policy: Pick<WifiPolicy, 'security'>): string | undefined => slotOf(policy)?.value;

function withSlot(security: WifiSecurity, { id, value }: SecretSlot): WifiSecurity {
  if (security.mode === 'open') return security;
  if ('radius' in security) {
    const { secret: _secret, secretId: _id, ...radius } = security.radius;
    return {
      ...security,
      radius: {
        ...radius,
        ...(value !== undefined && { secret: value }),
        ...(id !== undefined && { secretId: id }),
      },
    };
  }
  const { ciphers, keyUpdateSeconds, mode } = security;
  // What kind of key it is shows as long as the key does; after that it is written beside its id.
  if (value !== undefined) return { mode, ciphers, key: value, keyUpdateSeconds };
  const rawKey = hasRawKey(security);
  return {
    mode,
    ciphers,
    ...(id !== undefined && { keyId: id }),
    ...(rawKey && { rawKey }),
    keyUpdateSeconds,
  };
}

/** The configuration with every secret as `change` makes of it: kept, filled in, or taken away. */
export const mapSecrets = (
  config: WirelessConfig,
  change: (slot: SecretSlot) => SecretSlot,
): WirelessConfig => ({
  ...config,
  policies: config.policies.map((policy) => {
    const slot = slotOf(policy);
    return slot ? { ...policy, security: withSlot(policy.security, change(slot)) } : policy;
  }),
});

/** True when a secret was typed, or another stored one is used now. */
export function isNewSecret(old: SecretSlot | undefined, fresh: SecretSlot | undefined): boolean {
  if (fresh?.value !== undefined) return fresh.value !== old?.value;
  return fresh?.id !== undefined && fresh.id !== old?.id;
}
