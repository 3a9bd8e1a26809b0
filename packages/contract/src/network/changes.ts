import { gatewayChanges } from './gateway/index.ts';
import { type NameOf, wirelessChanges } from './wireless/index.ts';
import type { ConfigChange, NetworkConfig } from './schema.ts';

/** Differences between two configurations as lines of a review: setting, now, after. */
export function describeChanges(now: NetworkConfig, after: NetworkConfig, nameOf?: NameOf): ConfigChange[] {
  return [...gatewayChanges(now, after), ...wirelessChanges(now.wireless, after.wireless, nameOf)];
}
