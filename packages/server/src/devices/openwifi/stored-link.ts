import type { NumberedConfig, OpenWifiLink } from '@northlight/device-plane';
import type { Envelope } from '../../platform/secrets/envelope.ts';
import { openDesiredConfig, sealDesiredConfig, type StoredDesiredConfig } from '../seal-desired.ts';

type Stored<Config extends NumberedConfig> = Omit<Config, 'config'> & {
  readonly config?: StoredDesiredConfig | undefined;
};

/** A stored link. Its configurations are encrypted as a whole if they have secrets. */
export type StoredLink = Omit<OpenWifiLink, 'applied' | 'pending'> & {
  readonly applied?: Stored<NonNullable<OpenWifiLink['applied']>> | undefined;
  readonly pending?: Stored<NonNullable<OpenWifiLink['pending']>> | undefined;
};

/** Link of a device that has never connected. */
export const NEW_LINK: OpenWifiLink = {
  lastUuid: 0,
  applied: undefined,
  pending: undefined,
  leaving: undefined,
  boot: '',
};

export function sealLink(
  envelope: Envelope,
  deviceId: string,
  { applied, pending, ...link }: OpenWifiLink,
): StoredLink {
  const seal = <Config extends NumberedConfig>({ config, ...numbered }: Config) => ({
    ...numbered,
    config: config && sealDesiredConfig(envelope, deviceId, config),
  });
  return { ...link, applied: applied && seal(applied), pending: pending && seal(pending) };
}

export function openLink(
  envelope: Envelope,
  deviceId: string,
  { applied, pending, ...link }: Partial<StoredLink>,
): Partial<OpenWifiLink> {
  const open = (config: StoredDesiredConfig | undefined) =>
    config && openDesiredConfig(envelope, deviceId, config);
  return {
    ...link,
    applied: applied && { ...applied, config: open(applied.config) },
    pending: pending && { ...pending, config: open(pending.config) },
  };
}
