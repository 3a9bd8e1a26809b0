import {
  EMPTY_WIRELESS,
  type NetworkConfig,
  type WifiPolicy,
  type WirelessConfig,
} from '@northlight/contract';
import { withItem, withoutItem } from '../staged-lists.ts';

/** The wireless part of the configuration; empty when the project has none. */
export const getWireless = ({ wireless }: NetworkConfig): WirelessConfig => wireless ?? EMPTY_WIRELESS;

export const withWireless = (config: NetworkConfig, part: Partial<WirelessConfig>): NetworkConfig => ({
  ...config,
  wireless: { ...getWireless(config), ...part },
});

/** Adds a policy, or replaces the one with the same id. */
export const withPolicy = (config: NetworkConfig, next: WifiPolicy): NetworkConfig =>
  withItem(config, 'wireless.policies', next, next.id);

export const withoutPolicy = (config: NetworkConfig, id: string): NetworkConfig =>
  withoutItem(config, 'wireless.policies', id);
