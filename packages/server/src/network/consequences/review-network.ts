import {
  type BridgeLink,
  isBridgeRole,
  listMembers,
  type ConfigChange,
  describeChanges,
  getDeviceState,
  isBroadcastRole,
  isGatewayRole,
  type NetworkConfig,
  OFFLINE_MEMBERS,
} from '@northlight/contract';
import type { Feature } from '@northlight/contract/device-protocol';
import { formatCanonicalJson } from '@northlight/runtime';
import {
  type ClientPlaces,
  countClientsByVlan,
  countClientsIn,
  listAddressedClients,
} from '../../clients/index.ts';
import type { DbOrTx } from '../../platform/db/database.ts';
import { describeAddressCosts, needsClients } from './address-costs.ts';
import { describeLinkCosts, listRoleChanges } from './bridge-review.ts';
import { describePoolCosts } from './pool-costs.ts';
import { describePortMoves } from './port-moves.ts';
import { createDeviceNamer, type ProjectDevice } from '../state.ts';

interface NetworkChange {
  readonly now: NetworkConfig;
  readonly after: NetworkConfig;
  readonly devices: readonly ProjectDevice[];
  /** Devices with their roles after the change. */
  readonly devicesAfter: readonly ProjectDevice[];
  /** Devices that receive a new configuration. */
  readonly affected: readonly ProjectDevice[];
}

/** Describes the changes of the network configuration and their consequences. */
export async function reviewNetwork(
  db: DbOrTx,
  projectId: number,
  { affected, after, devices, devicesAfter, now }: NetworkChange,
) {
  const clients = listChangedPlaces(now, after);
  const poolCosts = describePoolCosts(now, after, await countClientsByVlan(db, projectId));
  const addressed = needsClients(now, after) ? await listAddressedClients(db, projectId) : [];
  const addressCosts = describeAddressCosts(now, after, addressed);
  const portCosts = await describePortMoves(db, projectId, devices, { now, after });
  const warnings = [...portCosts, ...poolCosts, ...addressCosts]
    .filter(({ isWarning }) => isWarning)
    .map(({ text }) => text);
  const changes = [
    ...describeChanges(now, after, createDeviceNamer(devices)),
    ...listRoleChanges(devices, devicesAfter, after.bridgeLinks),
  ];
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
    /** Places of the clients that the change affects. */
    clients: clients.affected,
    costs: describeCosts(changes, affected, restarting, {
      disconnected: await countClientsIn(db, projectId, clients.disconnected),
      networkCosts: [...warnings, ...poolCosts.filter(({ isWarning }) => !isWarning).map(({ text }) => text)],
      notes: [...portCosts, ...addressCosts].filter(({ isWarning }) => !isWarning).map(({ text }) => text),
      linkCosts: describeLinkCosts(now, after, devices),
    }),
    warnings,
  };
}

/**
 * Configuration lists whose items apply to all devices with radios. The items of `DEVICE_LISTS` apply to one
 * device.
 */
const WIRELESS_LISTS = new Set(['wireless.policies', 'wireless.blacklist']);
const DEVICE_LISTS = new Set(['wireless.radios', 'wireless.countries']);

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
    if (DEVICE_LISTS.has(list)) return key.split('/')[0] === id;
    return isGatewayRole(role) || (list === 'vlans' && has('vlan'));
  };
  return [...new Set(changes.filter(concerns).map(({ item }) => item))];
}

/** Sentences about interruptions, for lists whose affected clients are not counted. */
const INTERRUPTIONS: readonly (readonly [list: string, sentence: string])[] = [
  ['wan', 'The internet connection of the changed ports is interrupted while it is set up again.'],
  ['lan', 'Clients of the LAN can lose their connection and get another address.'],
  ['wireless.radios', 'Clients of the changed radios lose their connection and join again.'],
  [
    'wireless.countries',
    'Access points with another country lose their clients while their radios start again.',
  ],
  ['wireless.blacklist', 'Clients that are added to the blacklist are disconnected.'],
];

/** Consequence of a change that interrupts no client. */
export const NO_INTERRUPTION = 'No client loses its connection.';

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
  if (!isInterrupted && affected.length > 0) costs.push(NO_INTERRUPTION);
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
 * Returns the places of the clients whose VLAN, pool or SSID is changed or removed. A change of a pool does not disconnect
 * its clients.
 */
function listChangedPlaces(
  now: NetworkConfig,
  after: NetworkConfig,
): { readonly affected: ClientPlaces; readonly disconnected: ClientPlaces } {
  const vlans = listChangedItems(now.vlans, after.vlans, ({ id }) => id).map(({ id }) => id);
  const pools = listChangedItems(now.dhcpPools, after.dhcpPools, ({ name }) => name);
  const policies = listChangedItems(
    now.wireless?.policies ?? [],
    after.wireless?.policies ?? [],
    ({ id }) => id,
  ).filter(({ enabled }) => enabled);
  const ssids = policies.flatMap(({ ssid, ssid5g }) => [ssid, ...(ssid5g === undefined ? [] : [ssid5g])]);
  return {
    affected: { vlans: [...vlans, ...pools.map(({ vlanId }) => vlanId)], ssids },
    disconnected: { vlans, ssids },
  };
}

/** Returns the current items that are changed or removed afterwards. */
function listChangedItems<T>(now: readonly T[], after: readonly T[], key: (item: T) => string | number): T[] {
  const later = new Map(after.map((item) => [key(item), formatCanonicalJson(item)] as const));
  return now.filter((item) => later.get(key(item)) !== formatCanonicalJson(item));
}
