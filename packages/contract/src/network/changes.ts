import { gatewayChanges } from './gateway/index.ts';
import { type NameOf, wirelessChanges } from './wireless/index.ts';
import type { ConfigChange, NetworkConfig } from './schema.ts';

/** The lines of a review between two configurations: setting, now, after. Empty when nothing differs. */
export function describeChanges(now: NetworkConfig, after: NetworkConfig, nameOf?: NameOf): ConfigChange[] {
  return [...gatewayChanges(now, after), ...wirelessChanges(now.wireless, after.wireless, nameOf)];
}
