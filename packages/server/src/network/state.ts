import {
  checkNetworkConfig,
  type DeviceRole,
  findCountryCode,
  DomainError,
  EMPTY_NETWORK_CONFIG,
  findViolations,
  isBroadcastRole,
  isGatewayRole,
  nestViolations,
  refuseViolations,
  netMode,
  networkConfig,
  type NetworkConfig,
  type NetworkScope,
  type StagedConfig,
  type WirelessScope,
} from '@northlight/contract';
import { type Capabilities, capabilityLimits } from '@northlight/contract/device-protocol';
import type { ReportedStatus } from '@northlight/device-plane';
import { CompiledQuery } from 'kysely';
import { buildBridgeScope } from './desired/bridge-config.ts';
import { readSettings, type StoredSettings } from './settings/store.ts';
import type { DbOrTx, Tx } from '../platform/db/database.ts';
import { prepareQuery } from '../platform/db/prepare-query.ts';
import { readNetworkProject } from '../projects/index.ts';
import { LOCK_DEVICES } from './desired/statements.ts';

export interface ProjectDevice {
  readonly id: string;
  readonly sn: string;
  readonly name: string;
  readonly model: string;
  readonly mac: string;
  readonly kind: string;
  readonly role: DeviceRole;
  readonly caps: Capabilities;
  readonly state: number;
  readonly desired_rev: number;
  readonly desired_hash: string | null;
  readonly bad_rev: number;
  /** Absent unless the device is loaded for a review. */
  readonly reported_status?: ReportedStatus;
  /** Static management address; absent with DHCP. */
  readonly managementIp?: string;
}

const readStoredConfig = prepareQuery('network-config', (db, projectId: number) =>
  db.selectFrom('network_configs').select(['version', 'config']).where('project_id', '=', projectId),
);

export async function readConfig(
  db: DbOrTx,
  projectId: number,
): Promise<{ version: number; config: NetworkConfig }> {
  const [row] = await readStoredConfig(db, projectId);
  return row ?? { version: 0, config: EMPTY_NETWORK_CONFIG };
}

export async function listProjectDevices(db: DbOrTx, projectId: number): Promise<ProjectDevice[]> {
  const devices = await db
    .selectFrom('devices')
    .select(['id', 'sn', 'name', 'model', 'mac', 'kind', 'role', 'caps', 'state'])
    .select(['desired_rev', 'desired_hash', 'bad_rev'])
    .select('reported_status')
    .where('project_id', '=', projectId)
    .orderBy('name_key')
    .execute();
  return withManagementIps(devices, await readSettings(db, projectId));
}

/** Adds the static management addresses, which `buildScope` needs, to devices. */
export const withManagementIps = (
  devices: readonly ProjectDevice[],
  settings: ReadonlyMap<string, StoredSettings>,
): ProjectDevice[] =>
  devices.map(({ managementIp: _before, ...device }) => {
    const management = settings.get(device.id)?.settings.management;
    return management?.mode === 'static' ? { ...device, managementIp: management.ip } : device;
  });

/** Returns a function that finds the name of a device by its id. */
export const createDeviceNamer = (devices: readonly ProjectDevice[]) => {
  const names = new Map(devices.map(({ id, name }) => [id, name] as const));
  return (id: string): string => names.get(id) ?? id;
};

/** Returns the device that serves the networks of the project. */
export const findGateway = (devices: readonly ProjectDevice[]): ProjectDevice | undefined =>
  devices.find(({ role }) => isGatewayRole(role));

/** Properties of a project that its network configuration depends on. */
export interface NetworkProject {
  readonly net_mode: number;
  readonly country: string;
  readonly time_zone: string;
}

/**
 * Returns limits and features for forms and rules: the gateway's capabilities, or defaults without a gateway,
 * and the radios of the project.
 */
export async function readScope(db: DbOrTx, projectId: number): Promise<NetworkScope> {
  const [devices, project] = await Promise.all([
    listProjectDevices(db, projectId),
    readNetworkProject(db, projectId),
  ]);
  return buildScope(devices, project);
}

export function buildScope(devices: readonly ProjectDevice[], project: NetworkProject): NetworkScope {
  const gateway = findGateway(devices);
  const wireless = buildWirelessScope(devices, project, gateway !== undefined);
  const bridges = buildBridgeScope(devices, getProjectCountry(project));
  const managementIps = devices.flatMap(({ managementIp: ip, name }) =>
    ip === undefined ? [] : [{ name, ip }],
  );
  if (!gateway)
    return {
      lanPorts: [],
      wanPorts: [],
      features: [],
      limits: capabilityLimits.parse({}),
      wireless,
      ...(bridges && { bridges }),
      managementIps,
    };
  const { id, name, model, state, caps } = gateway;
  return {
    device: { id, name, model, state },
    lanPorts: caps.ports.filter((port) => port.role === 'lan'),
    wanPorts: caps.ports.filter((port) => port.role === 'wan'),
    features: caps.features,
    limits: caps.limits,
    wireless,
    ...(bridges && { bridges }),
    managementIps,
  };
}

/** Returns the regulatory domain of a project, which is the country of its address. */
export const getProjectCountry = ({ country }: NetworkProject): string | undefined =>
  findCountryCode(country);

function buildWirelessScope(
  devices: readonly ProjectDevice[],
  project: NetworkProject,
  hasGateway: boolean,
): WirelessScope {
  const country = getProjectCountry(project);
  return {
    netMode: netMode.parse(project.net_mode),
    hasGateway,
    ...(country !== undefined && { country }),
    devices: devices
      .filter(({ caps, role }) => caps.features.includes('wifi') && isBroadcastRole(role))
      .map(({ caps, id, model, name }) => ({
        id,
        name,
        model,
        radios: caps.radios,
        ssidsPerRadio: caps.limits.ssidsPerRadio,
        accessThresholdMin: caps.limits.accessThresholdMin,
        countries: caps.countries,
      })),
  };
}

/** Locks a project's devices in the same order as a restart does, independent of the collation, to avoid deadlocks. */
export async function lockDevices(tx: Tx, projectId: number): Promise<ProjectDevice[]> {
  const { rows } = await tx.executeQuery(CompiledQuery.raw(LOCK_DEVICES, [projectId]));
  const devices = rows as (ProjectDevice & { name_key: string })[];
  return devices.sort((one, other) => (one.name_key < other.name_key ? -1 : 1));
}

/** Throws all violated rules by field; the error has the code of the first violated rule. */
export function refuseBrokenRules(config: NetworkConfig, scope: NetworkScope, applied: NetworkConfig): void {
  const violations = findViolations(networkConfig, config, (each) =>
    checkNetworkConfig(each, scope, applied),
  );
  refuseViolations(nestViolations(violations, 'config'));
}

export function refuseOldVersion(staged: StagedConfig, version: number): void {
  if (staged.baseVersion !== version) throw new DomainError('configConflict');
}
