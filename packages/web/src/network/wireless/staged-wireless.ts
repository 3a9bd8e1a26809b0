import {
  EMPTY_WIRELESS,
  type NetworkConfig,
  type WifiPolicy,
  type WirelessConfig,
} from '@northlight/contract';
import { omitItem, replaceItem } from '../../draft/index.ts';

/** Returns the wireless part of the configuration; empty when the project has none. */
export const getWireless = ({ wireless }: NetworkConfig): WirelessConfig => wireless ?? EMPTY_WIRELESS;

export const replaceWireless = (config: NetworkConfig, part: Partial<WirelessConfig>): NetworkConfig => ({
  ...config,
  wireless: { ...getWireless(config), ...part },
});

/** Adds a policy, or replaces the one with the same id. */
export const replacePolicy = (config: NetworkConfig, next: WifiPolicy): NetworkConfig =>
  replaceItem(config, 'wireless.policies', next, next.id);

export const omitPolicy = (config: NetworkConfig, id: string): NetworkConfig =>
  omitItem(config, 'wireless.policies', id);
