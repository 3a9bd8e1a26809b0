import { getDeviceState } from '@northlight/contract';
import { isReportedId } from '@northlight/topology';
import { listAttachedClients } from '../clients/index.ts';
import { listDevicesWithoutPath, openSecrets, readConfig, readSettings } from '../network/index.ts';
import type { DbOrTx } from '../platform/db/database.ts';
import type { Services } from '../services.ts';
import type { CableEnd, SandboxSource, SourceDevice } from '../simulation.ts';
import { readLinks } from '../topology/index.ts';

/** Reads everything that a sandbox copies. */
export async function readSandboxSource(
  services: Pick<Services, 'envelope'>,
  db: DbOrTx,
  projectId: number,
): Promise<SandboxSource> {
  const { config, version } = await readConfig(db, projectId);
  const settings = await readSettings(db, projectId);
  const links = await readLinks(db, projectId);
  const withoutPath = await listDevicesWithoutPath(db, projectId);
  const uplinkPorts = new Map(
    links.flatMap(({ isInTree, lower }) =>
      isInTree && lower.port !== undefined ? [[lower.nodeId, lower.port] as const] : [],
    ),
  );
  const toEnd = ({ nodeId, port }: { nodeId: string; port?: string | undefined }): CableEnd[] =>
    isReportedId(nodeId) && port !== undefined ? [{ deviceId: nodeId, port }] : [];
  return {
    id: projectId,
    version,
    content: {
      config,
      devices: [...settings].map(([deviceId, own]) => ({ deviceId, settings: own.settings })),
    },
    openConfig: await openSecrets(services, db, projectId, config),
    settingVersions: Object.fromEntries([...settings].map(([id, own]) => [id, own.version])),
    devices: (await readSourceDevices(db, projectId)).map((device) => ({
      ...device,
      uplinkPort: uplinkPorts.get(device.id),
      isUnexplained: device.isOnline && withoutPath.has(device.id),
    })),
    clients: await listAttachedClients(db, projectId),
    furtherCables: links
      .filter(({ isInTree }) => !isInTree)
      .flatMap(({ lower, upper }) => {
        const [one, other] = [...toEnd(upper), ...toEnd(lower)];
        return one && other ? [[one, other] as const] : [];
      }),
  };
}

/** Reads the devices of a project, without their links and paths. */
export async function readSourceDevices(
  db: DbOrTx,
  projectId: number,
): Promise<Omit<SourceDevice, 'uplinkPort' | 'isUnexplained'>[]> {
  const rows = await db
    .selectFrom('devices')
    .leftJoin('device_state', 'device_state.device_id', 'devices.id')
    .select(['devices.id', 'devices.mac', 'devices.model', 'devices.name', 'devices.role', 'devices.caps'])
    .select(['devices.mesh_role as meshRole', 'devices.software', 'devices.state', 'devices.authority'])
    .select(['devices.parent_id as parentId', 'devices.parent_port as parentPort'])
    .select(['device_state.ip', 'device_state.vlan'])
    .where('devices.project_id', '=', projectId)
    .orderBy('devices.name_key')
    .execute();
  return rows.map(({ authority, state, ...row }) => ({
    ...row,
    isOnline: getDeviceState(state).countsOnline,
    isOpenWifi: authority !== '',
  }));
}
