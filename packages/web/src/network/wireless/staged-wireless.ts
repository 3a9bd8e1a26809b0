import {
  EMPTY_WIRELESS,
  type NetworkConfig,
  type WifiPolicy,
  type WirelessConfig,
} from '@northlight/contract';
import { withItem, withoutItem } from '../staged-lists.ts';

/** The part about the air; empty when the project never set any. */
export const wirelessOf = ({ wireless }: NetworkConfig): WirelessConfig => wireless ?? EMPTY_WIRELESS;

export const withWireless = (config: NetworkConfig, part: Partial<WirelessConfig>): NetworkConfig => ({
  ...config,
  wireless: { ...wirelessOf(config), ...part },
});

/** With one policy more, or in the place of the one that has its id. */
export const withPolicy = (config: NetworkConfig, next: WifiPolicy): NetworkConfig =>
  withItem(config, 'wireless.policies', next, next.id);

export const withoutPolicy = (config: NetworkConfig, id: string): NetworkConfig =>
  withoutItem(config, 'wireless.policies', id);
