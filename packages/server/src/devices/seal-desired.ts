import type { DeviceConfig } from '@northlight/contract/device-protocol';
import { type Envelope, Secret } from '../platform/secrets/envelope.ts';

const PURPOSE = 'desired-configuration';

/** A stored desired configuration: encrypted as a whole if it has secrets, otherwise plain. */
export type StoredDesiredConfig = DeviceConfig | { readonly sealed: string };

export function sealDesiredConfig(
  envelope: Envelope,
  deviceId: string,
  config: DeviceConfig,
): StoredDesiredConfig {
  if (!hasSecrets(config)) return config;
  const sealed = envelope.sealFor(PURPOSE, deviceId, new Secret(JSON.stringify(config)));
  return { sealed: sealed.toString('base64') };
}

export function openDesiredConfig(
  envelope: Envelope,
  deviceId: string,
  stored: StoredDesiredConfig,
): DeviceConfig {
  if (!('sealed' in stored)) return stored;
  const text = envelope.openFor(PURPOSE, deviceId, Buffer.from(stored.sealed, 'base64')).reveal();
  return JSON.parse(text) as DeviceConfig;
}

const hasSecrets = ({ wan = [], wireless }: DeviceConfig): boolean =>
  wan.some(({ mode }) => mode === 'pppoe') ||
  (wireless?.wlans.some(({ security }) => security.mode !== 'open') ?? false);
