import {
  type BridgeLink,
  isBridgeRole,
  listMembers,
  type ConfigChange,
  type ConfigReview,
  describeChanges,
  getDeviceState,
  isBroadcastRole,
  isGatewayRole,
  type NetworkConfig,
  OFFLINE_MEMBERS,
  type StagedConfig,
} from '@northlight/contract';
import type { Feature } from '@northlight/contract/device-protocol';
import { formatCanonicalJson } from '@northlight/runtime';
import { countClientsByVlan, countClientsIn, listAddressedClients } from '../clients/index.ts';
import type { DbOrTx } from '../platform/db/database.ts';
import { getProjectAccess, type RequestContext } from '../platform/http/request-context.ts';
import { type NetworkProjectRow, readNetworkProject } from '../projects/index.ts';
import type { Services } from '../services.ts';
import {
  createDeviceNamer,
  type ProjectDevice,
  listProjectDevices,
  readConfig,
  refuseBrokenRules,
  refuseOldVersion,
  buildScope,
} from './state.ts';
import { describeAddressCosts, needsClients } from './address-costs.ts';
import { describePoolCosts } from './pool-costs.ts';
import { describePortMoves } from './port-moves.ts';
import { previewPaths } from './reachability.ts';
import { refuseForeignSecrets } from './secrets.ts';
import { describeLinkCosts, listRoleChanges } from './bridge-review.ts';
import { withLinkRoles } from './bridge-config.ts';
import { listProjectParts, takesNetworkSettings, listAffectedDevices } from './affected-devices.ts';

export async function reviewConfig(
  services: Services,
  staged: StagedConfig,
  context: RequestContext,
): Promise<ConfigReview> {
  const { projectId } = getProjectAccess(context);
  const snapshot = await readReviewSnapshot(services.db, projectId);
  refuseOldVersion(staged, snapshot.version);
  refuseBrokenRules(staged.config, buildScope(snapshot.devices, snapshot.project), snapshot.config);
  await refuseForeignSecrets(services.db, projectId, staged.config);
  return reviewAgainstSnapshot(services, snapshot, staged.config);
}

/** State of a project that a draft is reviewed against. */
export interface ReviewSnapshot {
  readonly projectId: number;
  readonly version: number;
  readonly config: NetworkConfig;
  readonly devices: readonly ProjectDevice[];
  readonly project: NetworkProjectRow;
}

export async function readReviewSnapshot(db: DbOrTx, projectId: number): Promise<ReviewSnapshot> {
  const [current, devices, project] = await Promise.all([
    readConfig(db, projectId),
    listProjectDevices(db, projectId),
    readNetworkProject(db, projectId),
  ]);
  return { projectId, ...current, devices, project };
}

/** Describes the changes and consequences of a valid configuration. */
export async function reviewAgainstSnapshot(
  services: Services,
  { config: now, devices, project, projectId }: ReviewSnapshot,
  after: NetworkConfig,
): Promise<ConfigReview> {
  const parts = await services.db
    .transaction()
    .execute((tx) => listProjectParts(services, tx, projectId, after, { project }));
  const devicesAfter = withLinkRoles(devices, after);
  const pushes = listAffectedDevices(devicesAfter.filter(takesNetworkSettings(parts)), parts);
  const affected = pushes.map(({ device }) => device);
  const clients = await countClients(services.db, projectId, now, after);
  const clientsAffected = clients.affected;
  const poolCosts = describePoolCosts(now, after, await countClientsByVlan(services.db, projectId));
  const addressed = needsClients(now, after) ? await listAddressedClients(services.db, projectId) : [];
  const addressCosts = describeAddressCosts(now, after, addressed);
  const portCosts = await describePortMoves(services.db, projectId, devices, { now, after });
  const warnings = [...portCosts, ...poolCosts, ...addressCosts]
    .filter(({ isWarning }) => isWarning)
    .map(({ text }) => text);
  const changes = [
    ...describeChanges(now, after, createDeviceNamer(devices)),
    ...listRoleChanges(devices, devicesAfter, after.bridgeLinks),
  ];
  const { settings } = parts;
  const broken = await previewPaths(services, services.db, projectId, {
    devices,
    affected: pushes,
    devicesAfter,
    settings,
    now,
    after,
  });
  const restarting = affected.filter((device) => device.caps.restartsOn.includes('vlan'));
  return {
    changes,
    devices: affected.map((device) => ({
      id: device.id,
      name: device.name,
      model: device.model,
      online: getDeviceState(device.state).countsOnline,
      restarts: restarting.includes(device),
      items: listItemsOf(device, changes, [...(now.bridgeLinks ?? []), ...(after.bridgeLinks ?? [])]),
    })),
    clientsAffected,
    clientsTouched: clientsAffected,
    costs: describeCosts(changes, affected, restarting, {
      disconnected: clients.disconnected,
      networkCosts: [...warnings, ...poolCosts.filter(({ isWarning }) => !isWarning).map(({ text }) => text)],
      notes: [...portCosts, ...addressCosts].filter(({ isWarning }) => !isWarning).map(({ text }) => text),
      linkCosts: describeLinkCosts(now, after, devices),
    }),
    ...(warnings.length > 0 && { warnings }),
    broken,
  };
}

/**
 * Configuration lists whose items apply to all devices with radios. The items of `DEVICE_LISTS` apply to one
 * device.
 */
const WIRELESS_LISTS = new Set(['policies', 'blacklist']);
const DEVICE_LISTS = new Set(['radios', 'countries']);

/** Returns the titles of changed items that the configuration of the device contains. */
function listItemsOf(
  { caps, id, role }: ProjectDevice,
  changes: readonly ConfigChange[],
  links: readonly BridgeLink[],
): string[] {
  const isMember = (deviceId: string, key: string): boolean =>
    links.some((link) => link.id === key && listMembers(link).includes(deviceId));
  const has = (feature: Feature): boolean => caps.features.includes(feature);
  const concerns = ({ path: [list = '', key = ''] }: ConfigChange): boolean => {
    if (WIRELESS_LISTS.has(list)) return has('wifi') && isBroadcastRole(role);
    if (list === 'bridgeLinks') return isBridgeRole(role) && isMember(id, key);
    if (DEVICE_LISTS.has(list)) return key.split(' ')[0] === id;
    return isGatewayRole(role) || (list === 'vlans' && has('vlan'));
  };
  return [...new Set(changes.filter(concerns).map(({ item }) => item))];
}

/** Sentences about interruptions, for lists whose affected clients are not counted. */
const INTERRUPTIONS: readonly (readonly [list: string, sentence: string])[] = [
  ['wan', 'The internet connection of the changed ports is interrupted while it is set up again.'],
  ['lan', 'Clients of the LAN can lose their connection and get another address.'],
  ['radios', 'Clients of the changed radios lose their connection and join again.'],
  ['countries', 'Access points with another country lose their clients while their radios start again.'],
  ['blacklist', 'Clients that are added to the blacklist are disconnected.'],
];

function describeCosts(
  changes: readonly ConfigChange[],
  affected: readonly ProjectDevice[],
  restarting: readonly ProjectDevice[],
  {
    disconnected,
    linkCosts,
    networkCosts,
    notes,
  }: {
    readonly disconnected: number;
    readonly linkCosts: readonly string[];
    readonly networkCosts: readonly string[];
    /** Consequences that interrupt no known device or client. */
    readonly notes: readonly string[];
  },
): string[] {
  const offline = affected.filter((device) => !getDeviceState(device.state).countsOnline);
  const costs: string[] = [];
  if (changes.length > 0 && affected.length === 0)
    costs.push('No device of the project uses these settings yet. They apply when such a device joins.');
  const interruptions = INTERRUPTIONS.filter(([list]) => changes.some(({ path }) => path[0] === list));
  const drifted = affected.filter((device) => device.reported_status === 'drifted');
  const isInterrupted =
    disconnected +
      linkCosts.length +
      networkCosts.length +
      interruptions.length +
      restarting.length +
      drifted.length >
    0;
  if (!isInterrupted && affected.length > 0) costs.push('No client loses its connection.');
  costs.push(...networkCosts, ...notes, ...linkCosts, ...interruptions.map(([, sentence]) => sentence));
  if (disconnected > 0)
    costs.push(
      `${disconnected} ${disconnected === 1 ? 'client loses its connection, joins' : 'clients lose their connection, join'} again and may get another address.`,
    );
  if (restarting.length > 0)
    costs.push(
      `${restarting.map((device) => device.name).join(', ')}: a change of VLANs restarts this model, about 1 min.`,
    );
  if (drifted.length > 0)
    costs.push(
      `${drifted.map((device) => device.name).join(', ')}: runs a different configuration, which this replaces.`,
    );
  if (offline.length > 0)
    costs.push(`${offline.map((device) => device.name).join(', ')}: ${OFFLINE_MEMBERS}`);
  return costs;
}

/**
 * Counts the online clients whose VLAN, pool or SSID is changed or removed. A change of a pool does not disconnect its
 * clients.
 */
async function countClients(
  db: DbOrTx,
  projectId: number,
  now: NetworkConfig,
  after: NetworkConfig,
): Promise<{ readonly affected: number; readonly disconnected: number }> {
  const vlans = listChangedItems(now.vlans, after.vlans, ({ id }) => id).map(({ id }) => id);
  const pools = listChangedItems(now.dhcpPools, after.dhcpPools, ({ name }) => name);
  const policies = listChangedItems(
    now.wireless?.policies ?? [],
    after.wireless?.policies ?? [],
    ({ id }) => id,
  ).filter(({ enabled }) => enabled);
  const ssids = policies.flatMap(({ ssid, ssid5g }) => [ssid, ...(ssid5g === undefined ? [] : [ssid5g])]);
  const [affected, disconnected] = await Promise.all([
    countClientsIn(db, projectId, { vlans: [...vlans, ...pools.map(({ vlanId }) => vlanId)], ssids }),
    countClientsIn(db, projectId, { vlans, ssids }),
  ]);
  return { affected, disconnected };
}

/** Returns the current items that are changed or removed afterwards. */
function listChangedItems<T>(now: readonly T[], after: readonly T[], key: (item: T) => string | number): T[] {
  const later = new Map(after.map((item) => [key(item), formatCanonicalJson(item)] as const));
  return now.filter((item) => later.get(key(item)) !== formatCanonicalJson(item));
}
