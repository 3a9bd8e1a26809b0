import type { OnlineClient, WifiPolicy } from '@northlight/contract';

/** SSIDs that a policy broadcasts: one, or one for each of two bands. */
export const listPolicySsids = ({ ssid, ssid5g }: Pick<WifiPolicy, 'ssid' | 'ssid5g'>): readonly string[] =>
  ssid5g === undefined || ssid5g === ssid ? [ssid] : [ssid, ssid5g];

/** Counts the online clients of a policy: at one of its devices, in one of its SSIDs. */
export function countClients(
  clients: readonly Pick<OnlineClient, 'device' | 'ssid'>[],
  policy: Pick<WifiPolicy, 'devices' | 'ssid' | 'ssid5g'>,
): number {
  const ssids = listPolicySsids(policy);
  return clients.filter(
    ({ device, ssid }) =>
      ssid !== undefined &&
      ssids.includes(ssid) &&
      (policy.devices === 'all' || policy.devices.includes(device.id)),
  ).length;
}
