import {
  type DeviceSettings,
  isMeshRole,
  listGatewayAddresses,
  type MeshScope,
  type MeshTreeNode,
  type NetworkConfig,
} from '@northlight/contract';
import type { Capabilities } from '@northlight/contract/device-protocol';
import type { DbOrTx } from '../../platform/db/database.ts';
import { readSettings } from './store.ts';

/** A device with its own settings and the data for their validation. */
export interface SettingsDevice {
  readonly id: string;
  readonly sn: string;
  readonly name: string;
  readonly model: string;
  readonly state: number;
  readonly managed: 'cloud' | 'local';
  readonly caps: Capabilities;
  readonly version: number;
  readonly settings: DeviceSettings;
  readonly lanAddresses: readonly string[];
  /** Mesh nodes of the project; present for a secondary node only. */
  readonly mesh?: MeshScope;
}

/**
 * Returns the devices of a project with their settings, by id; unknown ids are absent. The addresses of the gateway are
 * those of `config`, by default of the applied configuration.
 */
export async function loadSettingsDevices(
  db: DbOrTx,
  projectId: number,
  deviceIds: readonly string[],
  config?: NetworkConfig,
): Promise<ReadonlyMap<string, SettingsDevice>> {
  const [settings, lanAddresses, nodes, devices] = [
    await readSettings(db, projectId),
    config ? listGatewayAddresses(config) : await readLanAddresses(db, projectId),
    await readMeshNodes(db, projectId),
    await db
      .selectFrom('devices')
      .select(['id', 'sn', 'mac', 'name', 'model', 'role', 'state', 'managed', 'caps'])
      .where('project_id', '=', projectId)
      .where('id', 'in', [...new Set(deviceIds)])
      .orderBy('name_key')
      .execute(),
  ];
  return new Map(
    devices.map(({ mac, role, ...device }) => {
      const stored = settings.get(device.id) ?? { version: 0, settings: {} };
      const mesh = role === 'mesh-secondary' ? { mesh: { mac, nodes } } : {};
      return [device.id, { ...device, ...stored, lanAddresses, ...mesh }] as const;
    }),
  );
}

/** Returns the facts with which changes of a device's settings are described. */
export const presentFacts = ({ caps, mesh, name, settings, version }: SettingsDevice) => ({
  name,
  capabilities: caps,
  version,
  stored: settings,
  ...(mesh && { parents: Object.fromEntries(mesh.nodes.map((node) => [node.mac, node.name] as const)) }),
});

async function readLanAddresses(db: DbOrTx, projectId: number): Promise<string[]> {
  const row = await db
    .selectFrom('network_configs')
    .select('config')
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return row ? listGatewayAddresses(row.config) : [];
}

/** Lists the mesh nodes of a project with their reported parents. */
async function readMeshNodes(db: DbOrTx, projectId: number): Promise<MeshTreeNode[]> {
  const rows = await db
    .selectFrom('devices')
    .leftJoin('device_state', 'device_state.device_id', 'devices.id')
    .select(['devices.mac', 'devices.name', 'devices.role', 'device_state.uplink_mac'])
    .where('devices.project_id', '=', projectId)
    .where('devices.kind', '=', 'mesh')
    .execute();
  return rows
    .filter(({ role }) => isMeshRole(role))
    .map(({ mac, name, uplink_mac: parentMac }) => ({ mac, name, parentMac: parentMac ?? undefined }));
}
