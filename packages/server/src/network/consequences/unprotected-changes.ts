import {
  type BrokenPath,
  canRollBack,
  type ConfigChange,
  describeSettings,
  type ManagementSetting,
} from '@northlight/contract';
import type { DeviceConfig } from '@northlight/contract/device-protocol';
import type { ProjectDevice } from '../state.ts';

/** A device with the configuration that it is going to receive. */
export interface UnprotectedChange {
  readonly device: Pick<ProjectDevice, 'caps' | 'id' | 'name' | 'sn'>;
  /** Configuration that the device runs; undefined if it runs none of the project, so that its settings are the defaults. */
  readonly running: DeviceConfig | undefined;
  readonly desired: DeviceConfig;
}

const DEFAULT_MANAGEMENT: ManagementSetting = { mode: 'dhcp', vlanId: 1 };
/** Fields of a port on which the connection of the device depends. */
const UPLINK_FIELDS = new Set(['enabled', 'vlans', 'speed']);

/**
 * Returns a path of the kind `management` for each device that cannot roll back and whose uplink port, management IP or
 * management VLAN changes. A device without a known uplink is one whose ports may all be the uplink.
 */
export const findUnprotectedChanges = (changes: readonly UnprotectedChange[]): BrokenPath[] =>
  changes.flatMap((change): BrokenPath[] => {
    const reasons = canRollBack(change.device) ? [] : explainChange(change);
    if (reasons.length === 0) return [];
    const { id: deviceId, name: deviceName } = change.device;
    const why = reasons.join(' ');
    return [{ kind: 'management', deviceId, deviceName, why, lost: true, cannotRollBack: true }];
  });

function explainChange({ desired, device: { caps }, running }: UnprotectedChange): string[] {
  const uplinks = caps.ports.filter(({ role }) => role === 'uplink' || role === 'wan');
  const ids = new Set((uplinks.length > 0 ? uplinks : caps.ports).map(({ id }) => id));
  const isOfUplink = ({ path: [part, id = '', field = ''] }: ConfigChange): boolean =>
    part === 'management' || (part === 'ports' && ids.has(id) && UPLINK_FIELDS.has(field));
  const lines = describeSettings(caps, toSettings(running), toSettings(desired)).filter(isOfUplink);
  return [
    ...lines.map(({ after, now, setting }) => `${capitalize(setting)}: ${after} instead of ${now}.`),
    ...explainRemovedVlan(running, desired),
  ];
}

/** Explains the removal of the management VLAN from the networks, after which other switches no longer carry it. */
function explainRemovedVlan(
  running: DeviceConfig | undefined,
  { management, vlans }: DeviceConfig,
): string[] {
  const { vlanId } = management ?? DEFAULT_MANAGEMENT;
  const has = (list: DeviceConfig['vlans'] = []): boolean => list.some(({ id }) => id === vlanId);
  return has(running?.vlans) && !has(vlans) ? [`VLAN ${vlanId} of its management IP is removed.`] : [];
}

const toSettings = (config: DeviceConfig | undefined) => ({
  management: config?.management ?? DEFAULT_MANAGEMENT,
  ...(config?.ports && { ports: config.ports }),
});

const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
