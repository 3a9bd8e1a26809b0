import { encodeInterface } from '../system/encode.ts';
import type { LinkRow } from '../system/json-commands.ts';
import type { PlanStep } from '../system/plan-step.ts';
import { type ApArtefacts, nameBridge, UNTAGGED_BRIDGE } from './render.ts';

export type Links = readonly Pick<LinkRow, 'ifname' | 'master'>[];

/** A port towards the rest of the network: the cable, or the connection to other mesh nodes. */
export interface UplinkPort {
  readonly device: string;
  /** Prefix of the interfaces that carry a VLAN over this port. */
  readonly vlanPrefix: string;
}

export const createCablePort = (device: string): UplinkPort => ({ device, vlanPrefix: 'nlup' });

const OWN_LINK_NAMES = /^nl(?:br|up|ms|nat)\d{1,4}$/;

const createIpStep = (...argv: [string, ...string[]]): PlanStep => ({ argv });
const BRIDGE = ['type', 'bridge', 'vlan_filtering', '1'] as const;
/**
 * A device with several uplinks uses spanning tree, because cable and mesh may lead to the same network. The delay
 * (1/100 s) is the shortest one that contains two hello intervals.
 */
const SPANNING_TREE = ['stp_state', '1', 'forward_delay', '400'] as const;
const NO_SPANNING_TREE = ['forward_delay', '0'] as const;
/** Priorities of ports that lead to the same network, in the order of the uplinks; the lowest one carries the traffic. */
const PORT_PRIORITY_STEP = 16;

type DesiredLinks = Pick<ApArtefacts, 'vlans' | 'networks'>;

/**
 * Plans one bridge for untagged frames of the uplinks and one bridge per VLAN, so that an SSID reaches only
 * its own VLAN. VLAN filtering drops frames that a client has tagged itself.
 */
export function planLinks(
  now: Links,
  { networks, vlans }: DesiredLinks,
  uplinks: readonly UplinkPort[],
  mac: string,
): PlanStep[] {
  const ports = uplinks.map((port) => ({ ...port, device: encodeInterface(port.device, 'uplink') }));
  const exists = (device: string): boolean => now.some(({ ifname }) => ifname === device);
  const protection = ports.length > 1 ? SPANNING_TREE : NO_SPANNING_TREE;
  const bridge = (name: string): PlanStep[] =>
    exists(name)
      ? []
      : [createIpStep('ip', 'link', 'add', 'name', name, 'address', mac, ...BRIDGE, ...protection)];
  const joins = (device: string, name: string, position: number): PlanStep[] =>
    now.find(({ ifname }) => ifname === device)?.master === name
      ? []
      : [
          createIpStep('ip', 'link', 'set', 'dev', device, 'master', name),
          ...(ports.length > 1
            ? [
                createIpStep(
                  'bridge',
                  'link',
                  'set',
                  'dev',
                  device,
                  'priority',
                  String(position * PORT_PRIORITY_STEP),
                ),
              ]
            : []),
        ];
  const up = (device: string): PlanStep => createIpStep('ip', 'link', 'set', 'dev', device, 'up');
  const vlanInterface = (port: string, name: string, id: number): PlanStep[] =>
    exists(name)
      ? []
      : [createIpStep('ip', 'link', 'add', 'link', port, 'name', name, 'type', 'vlan', 'id', String(id))];
  return [
    ...bridge(UNTAGGED_BRIDGE),
    ...ports.flatMap(({ device }, position) => [...joins(device, UNTAGGED_BRIDGE, position), up(device)]),
    up(UNTAGGED_BRIDGE),
    ...vlans.flatMap((id) => [
      ...bridge(nameBridge(id)),
      ...ports.flatMap((port, position) => {
        const name = nameVlanInterface(port, id);
        return [...vlanInterface(port.device, name, id), ...joins(name, nameBridge(id), position), up(name)];
      }),
      up(nameBridge(id)),
    ]),
    ...networks.flatMap(({ base, bridge: name }) => [
      ...bridge(name),
      createIpStep('ip', 'address', 'replace', `${base}.1/24`, 'dev', name),
      up(name),
    ]),
  ];
}

const nameVlanInterface = ({ vlanPrefix }: UplinkPort, vlanId: number): string => `${vlanPrefix}${vlanId}`;

/**
 * Plans the removal of links that are no longer needed. The caller must first remove the SSID interfaces from
 * the bridges to be removed.
 */
export function planRemovals(
  now: Links,
  { networks, vlans }: DesiredLinks,
  uplinks: readonly UplinkPort[],
): PlanStep[] {
  const wanted = new Set([
    UNTAGGED_BRIDGE,
    ...vlans.flatMap((id) => [nameBridge(id), ...uplinks.map((port) => nameVlanInterface(port, id))]),
    ...networks.map(({ bridge }) => bridge),
  ]);
  return now
    .filter(({ ifname }) => OWN_LINK_NAMES.test(ifname) && !wanted.has(ifname))
    .map(({ ifname }) => createIpStep('ip', 'link', 'delete', 'dev', ifname));
}

/** Describes missing links and wrong bridges, one sentence each. */
export function findLinkProblems(
  now: Links,
  { networks, vlans }: DesiredLinks,
  uplinks: readonly UplinkPort[],
): string[] {
  const joined = (device: string, bridge: string): string[] =>
    now.find(({ ifname }) => ifname === device)?.master === bridge
      ? []
      : [`${device} is not a port of ${bridge}.`];
  return [
    ...uplinks.flatMap((port) => [
      ...joined(port.device, UNTAGGED_BRIDGE),
      ...vlans.flatMap((id) => joined(nameVlanInterface(port, id), nameBridge(id))),
    ]),
    ...networks.flatMap(({ bridge }) =>
      now.some(({ ifname }) => ifname === bridge) ? [] : [`The bridge ${bridge} does not exist.`],
    ),
  ];
}
