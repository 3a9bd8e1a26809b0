import {
  type BridgeLink,
  type BrokenPath,
  type ConfigReview,
  DEVICE_LIMITS,
  type DeviceRole,
  DomainError,
  getDeviceState,
  isBroadcastRole,
  isGatewayRole,
  type Job,
  listLinkRoles,
  listMembers,
  listPossibleRoles,
  OFFLINE_MEMBERS,
  ROLE_LABELS,
} from '@northlight/contract';
import { countClientsIn } from '../clients/index.ts';
import { findFullLimitClass, setDeviceRole } from '../devices/index.ts';
import { createMissingDeviceError, queueConfiguration } from '../jobs/index.ts';
import type { DbOrTx } from '../platform/db/database.ts';
import { commitRequest } from '../platform/http/commit-request.ts';
import { getProjectAccess, type RequestContext } from '../platform/http/request-context.ts';
import { type NetworkProjectRow, readNetworkProject } from '../projects/index.ts';
import {
  listAffectedDevices,
  listProjectParts,
  type ProjectTx,
  setDesiredConfigurations,
  takesNetworkSettings,
} from './desired/affected-devices.ts';
import { previewPaths, refuseCutOff } from './consequences/reachability.ts';
import { listInterruptedPlaces } from './consequences/interrupted-clients.ts';
import { listProjectDevices, lockDevices, type ProjectDevice, readConfig } from './state.ts';

interface RoleChange {
  readonly device: ProjectDevice;
  readonly role: DeviceRole;
  /** Devices of the project, with their roles after the change. */
  readonly devices: readonly ProjectDevice[];
  readonly affected: ReturnType<typeof listAffectedDevices>;
  readonly broken: BrokenPath[];
  readonly project: NetworkProjectRow;
}

/** Describes the consequences of another role of a device. Stores nothing. */
export async function reviewRole(
  context: RequestContext,
  deviceId: string,
  role: DeviceRole,
): Promise<ConfigReview> {
  const { services } = context;
  const { projectId } = getProjectAccess(context);
  return services.db.transaction().execute(async (tx) => {
    const before = await listProjectDevices(tx, projectId);
    const { affected, broken, device, devices } = await planChange({ projectId, services, tx }, before, {
      deviceId,
      role,
    });
    const places = await listInterruptedPlaces(tx, projectId, [
      { id: device.id, lines: [], restarts: device.role !== role },
    ]);
    return {
      changes:
        device.role === role
          ? []
          : [
              {
                path: ['role'],
                item: device.name,
                setting: `Role of ${device.name}`,
                now: ROLE_LABELS[device.role],
                after: ROLE_LABELS[role],
              },
            ],
      devices: affected.map(({ device: { id, model, name, state } }) => ({
        id,
        name,
        model,
        online: getDeviceState(state).countsOnline,
        restarts: false,
      })),
      clientsAffected: await countClientsIn(tx, projectId, places),
      costs: describeCosts(device, role, devices),
      broken,
    };
  });
}

/** Stores the role and the desired configurations that follow from it in one transaction, then pushes. */
export async function changeRole(
  context: RequestContext,
  deviceId: string,
  { confirmName, role }: { readonly role: DeviceRole; readonly confirmName?: string | undefined },
): Promise<Job> {
  return commitRequest(context, async (work) => {
    const { projectId, tx } = work;
    const before = await lockDevices(tx, projectId);
    const { affected, broken, device, project } = await planChange(work, before, { deviceId, role });
    refuseCutOff(broken, confirmName, project.name);
    if (isBroadcastRole(device.role) || isBroadcastRole(role))
      await work.services.refuseRadioEdits(tx, projectId);
    await work.services.orderBackups(work, {
      cause: 'before-change',
      deviceIds: affected.map((each) => each.device.id),
    });
    await setDeviceRole(tx, deviceId, role, device.caps);
    const revisions = await setDesiredConfigurations(work, affected);
    await work.audit({
      action: 'device.change-role',
      object: `device ${device.name}`,
      before: ROLE_LABELS[device.role],
      after: ROLE_LABELS[role],
    });
    work.live('devices', 'networkConfig');
    const title = `Role of ${device.name}: ${ROLE_LABELS[role]}`;
    const devices = affected.map((each) => each.device);
    return queueConfiguration(work, { title, devices, revisions });
  });
}

async function planChange(
  projectTx: ProjectTx,
  before: readonly ProjectDevice[],
  { deviceId, role }: { readonly deviceId: string; readonly role: DeviceRole },
): Promise<RoleChange> {
  const { projectId, services, tx } = projectTx;
  const device = before.find(({ id }) => id === deviceId);
  if (!device) throw await createMissingDeviceError(tx, projectId, [deviceId]);
  const project = await readNetworkProject(tx, projectId);
  refuseImpossibleRole(device, role, project.net_mode);
  await refuseOccupiedRole(tx, projectId, before, device, role);
  const devices = before.map((each) => (each === device ? { ...each, role } : each));
  const { config } = await readConfig(tx, projectId);
  refuseRoleOfOtherLink(device, role, config.bridgeLinks);
  const parts = await listProjectParts(projectTx, config, { project });
  const affected = listAffectedDevices(devices.filter(takesNetworkSettings(parts)), parts);
  const { settings } = parts;
  const broken = await previewPaths(services, tx, projectId, {
    affected,
    devices: before,
    devicesAfter: devices,
    settings,
    now: config,
    after: config,
  });
  return { device, role, devices, affected, broken, project };
}

function refuseImpossibleRole({ caps, name }: ProjectDevice, role: DeviceRole, netMode: number): void {
  const possible = listPossibleRoles(caps, netMode);
  if (possible.includes(role)) return;
  const roles = possible.map((each) => ROLE_LABELS[each].toLowerCase()).join(' or ');
  const message = `${name} cannot have this role. In this project it can be: ${roles}.`;
  throw new DomainError('invalidParameters', { message, fields: { role: message } });
}

/** Refuses a role that contradicts the bridge link of a device, because the link decides it. */
function refuseRoleOfOtherLink(
  { id, name }: ProjectDevice,
  role: DeviceRole,
  links: readonly BridgeLink[] | undefined = [],
): void {
  const link = links.find((each) => listMembers(each).includes(id));
  if (!link || listLinkRoles([link]).get(id) === role) return;
  const message = `${name} is in the bridge link ${link.name}, which decides its role. Change the link instead.`;
  throw new DomainError('invalidParameters', { message, fields: { role: message } });
}

/** Refuses a second device in the role of the gateway, and an access point above the limit. */
async function refuseOccupiedRole(
  tx: DbOrTx,
  projectId: number,
  devices: readonly ProjectDevice[],
  device: ProjectDevice,
  role: DeviceRole,
): Promise<void> {
  if (role === device.role) return;
  const present = devices.find((each) => each !== device && isGatewayRole(each.role));
  if (isGatewayRole(role) && present) {
    const message = `${present.name} has the role ${ROLE_LABELS[present.role].toLowerCase()}. Change its role or remove it first.`;
    throw new DomainError('deviceLimit', { message, fields: { role: message } });
  }
  const fullClass = await findFullLimitClass(tx, projectId, role, device.caps);
  if (!fullClass) return;
  const message = `The project has ${DEVICE_LIMITS[fullClass]} devices in this role, which is the limit.`;
  throw new DomainError('deviceLimit', { message, fields: { role: message } });
}

function describeCosts(device: ProjectDevice, role: DeviceRole, devices: readonly ProjectDevice[]): string[] {
  if (role === device.role) return [];
  const costs = [`Clients of ${device.name} lose their connection for up to 1 min.`];
  if (!devices.some((each) => isGatewayRole(each.role)))
    costs.push(
      'Afterwards the project has no gateway: no device assigns addresses or connects its networks to the internet.',
    );
  if (!getDeviceState(device.state).countsOnline) costs.push(`${device.name}: ${OFFLINE_MEMBERS}`);
  return costs;
}
