import {
  type BulkSettings,
  checkDeviceSettings,
  type DeviceSettings,
  deviceSettings,
  DomainError,
  findViolations,
  getDevicePermission,
  getDeviceRefusal,
  nestViolations,
  type NetworkConfig,
  NO_PORT_SETTINGS,
  type RefusedDevice,
  refuseViolations,
  type RuleViolation,
  type StagedDevice,
} from '@northlight/contract';
import { createMissingDeviceError } from '../../jobs/index.ts';
import type { DbOrTx } from '../../platform/db/database.ts';
import { mergeBulkChange } from './bulk.ts';
import { loadSettingsDevices, type SettingsDevice } from './settings-devices.ts';

/** New settings of one device. */
export interface Proposal {
  readonly device: SettingsDevice;
  readonly after: DeviceSettings;
}

/** New settings of devices, without those of devices that would refuse them. */
export interface Proposals {
  readonly proposals: readonly Proposal[];
  readonly refused: RefusedDevice[];
}

export const NO_PROPOSALS: Proposals = { proposals: [], refused: [] };

/**
 * Checks versions and rules of staged settings beside a configuration of the project. Throws all violated rules of all
 * devices together, with fields below `path`.
 */
export async function readStaged(
  db: DbOrTx,
  projectId: number,
  staged: readonly StagedDevice[],
  { config, path }: { readonly config: NetworkConfig; readonly path: 'changes' | 'devices' },
): Promise<readonly Proposal[]> {
  if (staged.length === 0) return [];
  const ids = staged.map(({ deviceId }) => deviceId);
  const devices = await loadSettingsDevices(db, projectId, ids, config);
  const missing = ids.filter((id) => !devices.has(id));
  if (missing.length > 0) throw await createMissingDeviceError(db, projectId, missing);
  const proposals = staged.flatMap(({ baseVersion, deviceId, settings }): Proposal[] => {
    const device = devices.get(deviceId);
    if (!device) return [];
    if (device.version !== baseVersion) throw new DomainError('configConflict');
    return [{ device, after: settings }];
  });
  refuseViolations(
    proposals.flatMap(({ after, device }, index) =>
      nestViolations(findBrokenRules(device, after), `${path}.${index}.settings`),
    ),
  );
  return proposals;
}

/** Sets the fields of a bulk change on each of its devices, in the settings that `getSettings` returns. */
export async function readBulk(
  db: DbOrTx,
  projectId: number,
  bulk: BulkSettings,
  getSettings: (device: SettingsDevice) => DeviceSettings,
): Promise<Proposals> {
  const devices = await loadSettingsDevices(db, projectId, bulk.deviceIds);
  if (devices.size < new Set(bulk.deviceIds).size)
    throw await createMissingDeviceError(db, projectId, bulk.deviceIds);
  const proposals = [...devices.values()].map((device) => ({
    device,
    after: mergeBulkChange(device.caps, getSettings(device), bulk),
  }));
  return splitRefused(proposals, ({ after, device }) =>
    bulk.ports && !device.caps.features.includes('port-mode')
      ? NO_PORT_SETTINGS
      : findBrokenRules(device, after)[0]?.message,
  );
}

const findBrokenRules = (device: SettingsDevice, after: DeviceSettings): RuleViolation[] =>
  findViolations(deviceSettings, after, (settings) => checkDeviceSettings(settings, device));

/**
 * Separates the devices that would refuse their settings: devices that are offline, busy or locally managed, because
 * changing settings requires an online device (docs/decisions/0081), and those for which `explain` returns a reason.
 */
export function splitRefused(
  proposals: readonly Proposal[],
  explain: (proposal: Proposal) => string | undefined = () => undefined,
): Proposals {
  const judged = proposals.map((proposal) => {
    const { id, managed, name, state } = proposal.device;
    const may = getDevicePermission(state, 'configure', managed);
    return { proposal, id, name, reason: may.allowed ? explain(proposal) : may.reason };
  });
  return {
    proposals: judged.flatMap(({ proposal, reason }) => (reason === undefined ? [proposal] : [])),
    refused: judged.flatMap(({ id, name, reason }) => (reason === undefined ? [] : [{ id, name, reason }])),
  };
}

/** Throws the refusal of the first device that is offline, busy or locally managed. */
export function refuseUnready(proposals: readonly Proposal[]): void {
  for (const { device } of proposals) {
    const may = getDevicePermission(device.state, 'configure', device.managed);
    if (!may.allowed)
      throw new DomainError(getDeviceRefusal(may.code), {
        message: proposals.length > 1 ? `${device.name}: ${may.reason}` : may.reason,
      });
  }
}
