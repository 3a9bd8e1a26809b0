import { createViolation, type RuleViolation } from '../../kit/violation.ts';
import { normalizeName } from '../../net/index.ts';
import type { WifiPolicy } from '../wireless/schema.ts';
import { listCountryChannels, listWidths } from '../wireless/channels.ts';
import { POWER_MAX_DBM, POWER_MIN_DBM } from '../wireless/rules-radios.ts';
import {
  type BridgeDevice,
  type BridgeLink,
  type BridgeScope,
  MIN_BRIDGE_DISTANCE_METRES,
} from './schema.ts';

export interface BridgeRuleScope extends BridgeScope {
  readonly vlans: readonly { readonly id: number }[];
  /** Wi-Fi networks of the project. */
  readonly policies?: readonly Pick<WifiPolicy, 'name' | 'ssid' | 'ssid5g'>[];
}

type Refuse = (field: string, error: Parameters<typeof createViolation>[1], message: string) => void;

/**
 * Checks all bridge links. Bridges that have left the project are ignored in links that the applied configuration
 * contains.
 */
export function checkBridgeLinks(
  links: readonly BridgeLink[],
  scope: BridgeRuleScope,
  applied: readonly BridgeLink[],
): RuleViolation[] {
  const devices = new Map(scope.devices.map((device) => [device.id, device] as const));
  return links.flatMap((link, index) => {
    const found: RuleViolation[] = [];
    const refuse: Refuse = (field, error, message) =>
      found.push(createViolation(`bridgeLinks.${index}.${field}`, error, message));
    const before = links.slice(0, index);
    checkNames(link, before, refuse);
    checkPolicies(link, scope.policies ?? [], refuse);
    checkMembers(
      link,
      before,
      { devices, known: listMembers(applied.find(({ id }) => id === link.id)) },
      refuse,
    );
    const members = listMembers(link).flatMap((id) => devices.get(id) ?? []);
    checkKey(link, refuse);
    checkNumbers(link, members, devices.get(link.baseId), refuse);
    checkRadio(link, members, scope.country, refuse);
    checkVlans(link, scope.vlans, refuse);
    return found;
  });
}

/** Lists the ids of the bridges of a link, the base first. */
export const listMembers = (link: Pick<BridgeLink, 'baseId' | 'clientIds'> | undefined): readonly string[] =>
  link ? [link.baseId, ...link.clientIds] : [];

function checkNames({ id, name, ssid }: BridgeLink, before: readonly BridgeLink[], refuse: Refuse): void {
  if (before.some((other) => other.id === id))
    refuse('id', 'invalidParameters', 'Another bridge link has this ID.');
  if (before.some((other) => normalizeName(other.name) === normalizeName(name)))
    refuse('name', 'invalidParameters', 'Another bridge link has this name. Enter a different one.');
  if (before.some((other) => other.ssid === ssid))
    refuse('ssid', 'ssidExists', 'Another bridge link has this SSID. Enter a different one.');
}

/** Checks that no Wi-Fi network has the SSID of the link: its bridges would be networks for clients too. */
function checkPolicies(
  { name, ssid }: BridgeLink,
  policies: NonNullable<BridgeRuleScope['policies']>,
  refuse: Refuse,
): void {
  const isSame = (other: string | undefined): boolean =>
    other !== undefined && normalizeName(other) === normalizeName(ssid);
  const policy = policies.find((each) => isSame(each.ssid) || isSame(each.ssid5g));
  if (policy)
    refuse(
      'ssid',
      'ssidExists',
      `The Wi-Fi network ${policy.name} has the SSID of the bridge link ${name}. Enter a different one.`,
    );
}

/** Checks that each bridge exists and is in one link only. */
function checkMembers(
  link: BridgeLink,
  before: readonly BridgeLink[],
  { devices, known }: { devices: ReadonlyMap<string, BridgeDevice>; known: readonly string[] },
  refuse: Refuse,
): void {
  const check = (id: string, field: string): void => {
    const device = devices.get(id);
    if (!device && !known.includes(id))
      refuse(field, 'invalidParameters', 'The project has no such bridge. Choose another one.');
    if (device && !device.supportsLinks)
      refuse(
        field,
        'unsupportedFeature',
        `${device.name} does not support bridge links. Upgrade its software.`,
      );
    const other = before.find((each) => listMembers(each).includes(id));
    if (other)
      refuse(
        field,
        'invalidParameters',
        `${device?.name ?? 'The bridge'} is already in the link ${other.name}. Choose another bridge.`,
      );
  };
  check(link.baseId, 'baseId');
  for (const [index, id] of link.clientIds.entries()) {
    check(id, `clientIds.${index}`);
    if (id === link.baseId)
      refuse(
        `clientIds.${index}`,
        'invalidParameters',
        'The base is also a client of the link. Choose another client.',
      );
    if (link.clientIds.indexOf(id) < index)
      refuse(`clientIds.${index}`, 'invalidParameters', 'The client is listed twice. Remove one of the two.');
  }
}

/** Checks that the link has a key, entered or stored (code 414). */
function checkKey({ key, keyId }: BridgeLink, refuse: Refuse): void {
  if (key === undefined && keyId === undefined) refuse('key', 'wifiConflict', 'Enter the key of the link.');
}

/** Checks the number of clients (code 47) and the distance (code 50) against the limits of the bridges. */
function checkNumbers(
  { clientIds, distanceMetres, maxClients }: BridgeLink,
  members: readonly BridgeDevice[],
  base: BridgeDevice | undefined,
  refuse: Refuse,
): void {
  const most = base?.maxClients ?? Number.POSITIVE_INFINITY;
  if (maxClients < 1 || maxClients > most)
    refuse(
      'maxClients',
      'terminalNumber',
      `${base?.name ?? 'The base'} accepts ${Number.isFinite(most) ? `1 to ${most}` : 'at least 1'} clients.`,
    );
  else if (clientIds.length > maxClients)
    refuse(
      'maxClients',
      'terminalNumber',
      `The link has ${clientIds.length} clients. Allow at least as many.`,
    );
  const [shortest] = members.toSorted((one, other) => one.maxDistanceMetres - other.maxDistanceMetres);
  const longest = shortest?.maxDistanceMetres ?? Number.POSITIVE_INFINITY;
  if (distanceMetres < MIN_BRIDGE_DISTANCE_METRES)
    refuse(
      'distanceMetres',
      'bridgeDistance',
      `The distance must be at least ${MIN_BRIDGE_DISTANCE_METRES} m.`,
    );
  else if (shortest && distanceMetres > longest)
    refuse('distanceMetres', 'bridgeDistance', `${shortest.name} reaches at most ${longest} m.`);
}

/** Checks channel, width and power against the radios of the bridges (code 90). */
function checkRadio(
  { channel, powerDbm, widthMhz }: BridgeLink,
  members: readonly BridgeDevice[],
  country: string | undefined,
  refuse: Refuse,
): void {
  for (const { name, radio } of members) {
    if (!radio) continue;
    const { band, maxPowerDbm } = radio;
    if (channel !== 'auto' && !listCountryChannels(band, country).includes(channel))
      return refuse('channel', 'radioSettings', `${name} has no channel ${channel} on ${band}.`);
    if (widthMhz !== 'auto' && !listWidths(band, channel, country).includes(widthMhz))
      return refuse('widthMhz', 'radioSettings', `${name} has no ${widthMhz} MHz on this channel.`);
    const most = Math.min(POWER_MAX_DBM, maxPowerDbm);
    if (powerDbm !== 'auto' && (powerDbm < POWER_MIN_DBM || powerDbm > most))
      return refuse(
        'powerDbm',
        'radioSettings',
        `${name}: the power must be between ${POWER_MIN_DBM} and ${most} dBm.`,
      );
  }
}

function checkVlans({ vlans }: BridgeLink, known: readonly { readonly id: number }[], refuse: Refuse): void {
  if (vlans === 'all') return;
  for (const [index, vlanId] of vlans.entries()) {
    if (!known.some(({ id }) => id === vlanId))
      refuse(`vlans.${index}`, 'invalidParameters', `The project has no VLAN ${vlanId}.`);
    if (vlans.indexOf(vlanId) < index)
      refuse(`vlans.${index}`, 'invalidParameters', `VLAN ${vlanId} is listed twice.`);
  }
}
