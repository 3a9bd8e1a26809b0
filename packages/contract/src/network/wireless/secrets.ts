import type { WifiPolicy, WirelessConfig } from './schema.ts';
import { hasRawKey, type WifiSecurity } from './security.ts';

/** A secret in a document: its value as entered, or the id under which the server stores it. */
export interface SecretSlot {
  readonly value?: string | undefined;
  readonly id?: string | undefined;
}

/** Returns the secret of a policy; undefined when its mode has none. */
export function getSecretSlot({ security }: Pick<WifiPolicy, 'security'>): SecretSlot | undefined {
  if (security.mode === 'open') return undefined;
  return 'radius' in security
    ? { value: security.radius.secret, id: security.radius.secretId }
    : { value: security.key, id: security.keyId };
}

/** Returns the value of a policy's secret, if the document contains it. */
export const getSecret = (policy: Pick<WifiPolicy, 'security'>): string | undefined =>
  getSecretSlot(policy)?.value;

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
  // The value of a key shows whether it is a raw key. Without the value, `rawKey` stores this fact.
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

/** Returns the configuration with every secret replaced by `change`. */
export const mapSecrets = (
  config: WirelessConfig,
  change: (slot: SecretSlot) => SecretSlot,
): WirelessConfig => ({
  ...config,
  policies: config.policies.map((policy) => {
    const slot = getSecretSlot(policy);
    return slot ? { ...policy, security: withSlot(policy.security, change(slot)) } : policy;
  }),
});

/** Returns true if a secret was entered, or if the id of another stored secret is used. */
export function isNewSecret(old: SecretSlot | undefined, fresh: SecretSlot | undefined): boolean {
  if (fresh?.value !== undefined) return fresh.value !== old?.value;
  return fresh?.id !== undefined && fresh.id !== old?.id;
}
