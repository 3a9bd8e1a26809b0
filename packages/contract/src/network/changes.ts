import { listGatewayChanges } from './gateway/index.ts';
import { listBridgeChanges } from './bridge/index.ts';
import { type NameOf, listWirelessChanges } from './wireless/index.ts';
import type { ConfigChange } from '../kit/config-change.ts';
import type { NetworkConfig } from './schema.ts';

/** Returns the differences between two configurations as lines of a review: setting, now, after. */
export function describeChanges(now: NetworkConfig, after: NetworkConfig, nameOf?: NameOf): ConfigChange[] {
  return [
    ...listGatewayChanges(now, after),
    ...listWirelessChanges(now.wireless, after.wireless, nameOf),
    ...listBridgeChanges(now.bridgeLinks, after.bridgeLinks, nameOf),
  ];
}
