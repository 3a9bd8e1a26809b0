import {
  type BridgeLink,
  type ConfigChange,
  getDeviceState,
  listMembers,
  type NetworkConfig,
  ROLE_LABELS,
} from '@northlight/contract';
import { formatCanonicalJson } from '@northlight/runtime';
import type { ProjectDevice } from '../state.ts';

/** Lists the changes of roles that the bridge links require, as lines of their link. */
export const listRoleChanges = (
  devices: readonly ProjectDevice[],
  devicesAfter: readonly ProjectDevice[],
  links: readonly BridgeLink[] = [],
): ConfigChange[] =>
  devicesAfter.flatMap((device, index): ConfigChange[] => {
    const before = devices[index];
    const link = links.find((each) => listMembers(each).includes(device.id));
    if (!before || !link || before.role === device.role) return [];
    const [item, label] = [`Bridge link ${link.name}`, `role of ${device.name}`];
    return [
      {
        path: ['bridgeLinks', link.id, `role/${device.id}`],
        item,
        label,
        setting: `${item}, ${label}`,
        now: ROLE_LABELS[before.role],
        after: ROLE_LABELS[device.role],
      },
    ];
  });

/** Describes the interruption of each changed link, and offline clients that would lose their base. */
export function describeLinkCosts(
  { bridgeLinks: now = [] }: NetworkConfig,
  { bridgeLinks: after = [] }: NetworkConfig,
  devices: readonly ProjectDevice[],
): string[] {
  const names = new Map(devices.map((device) => [device.id, device] as const));
  return after.flatMap((link) => {
    const before = now.find(({ id }) => id === link.id);
    if (before && formatCanonicalJson(before) === formatCanonicalJson(link)) return [];
    const costs = [`Bridge link ${link.name} is interrupted for up to 2 min.`];
    if (!before || !isAccessChanged(before, link)) return costs;
    const lost = link.clientIds.flatMap((id) => {
      const device = names.get(id);
      return device && !getDeviceState(device.state).countsOnline ? [device.name] : [];
    });
    if (lost.length > 0)
      costs.push(
        `${lost.join(', ')}: offline, keeps the old SSID and key, and cannot connect to the base afterwards.`,
      );
    return costs;
  });
}

/** Returns true if a client with the old settings can no longer connect. */
const isAccessChanged = (before: BridgeLink, link: BridgeLink): boolean =>
  before.ssid !== link.ssid ||
  link.key !== undefined ||
  before.keyId !== link.keyId ||
  before.baseId !== link.baseId;
