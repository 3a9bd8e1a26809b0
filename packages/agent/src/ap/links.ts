import { z } from 'zod';
import { encodeInterface } from '../system/encode.ts';
import type { PlanStep } from '../system/plan-step.ts';
import type { RunProgram } from '../system/run.ts';
import { type ApArtefacts, nameBridge, UNTAGGED_BRIDGE } from './render.ts';

const linkRow = z.object({ ifname: z.string(), master: z.string().optional() });
export type Links = readonly z.infer<typeof linkRow>[];

export const readLinkRows = async (run: RunProgram): Promise<Links> =>
  z.array(linkRow).parse(JSON.parse(await run(['ip', '-j', 'link', 'show'])));

const nameVlanInterface = (vlanId: number): string => `nlup${vlanId}`;
const OWN_LINK_NAMES = /^nl(?:br|up|nat)\d{1,4}$/;

const createIpStep = (...argv: [string, ...string[]]): PlanStep => ({ argv });
const BRIDGE = ['type', 'bridge', 'vlan_filtering', '1', 'forward_delay', '0'] as const;

type DesiredLinks = Pick<ApArtefacts, 'vlans' | 'networks'>;

/**
 * Plans one bridge for untagged frames of the uplink and one bridge per VLAN, so that an SSID reaches only
 * its own VLAN. VLAN filtering drops frames that a client has tagged itself.
 */
export function planLinks(
  now: Links,
  { networks, vlans }: DesiredLinks,
  uplink: string,
  mac: string,
): PlanStep[] {
  const port = encodeInterface(uplink, 'uplink');
  const exists = (device: string): boolean => now.some(({ ifname }) => ifname === device);
  const joins = (device: string, bridge: string): PlanStep[] =>
    now.find(({ ifname }) => ifname === device)?.master === bridge
      ? []
      : [createIpStep('ip', 'link', 'set', 'dev', device, 'master', bridge)];
  const bridge = (name: string): PlanStep[] =>
    exists(name) ? [] : [createIpStep('ip', 'link', 'add', 'name', name, 'address', mac, ...BRIDGE)];
  return [
    ...bridge(UNTAGGED_BRIDGE),
    ...joins(port, UNTAGGED_BRIDGE),
    createIpStep('ip', 'link', 'set', 'dev', port, 'up'),
    createIpStep('ip', 'link', 'set', 'dev', UNTAGGED_BRIDGE, 'up'),
    ...vlans.flatMap((id) => [
      ...bridge(nameBridge(id)),
      ...(exists(nameVlanInterface(id))
        ? []
        : [
            createIpStep(
              'ip',
              'link',
              'add',
              'link',
              port,
              'name',
              nameVlanInterface(id),
              'type',
              'vlan',
              'id',
              String(id),
            ),
          ]),
      ...joins(nameVlanInterface(id), nameBridge(id)),
      createIpStep('ip', 'link', 'set', 'dev', nameVlanInterface(id), 'up'),
      createIpStep('ip', 'link', 'set', 'dev', nameBridge(id), 'up'),
    ]),
    ...networks.flatMap(({ base, bridge: name }) => [
      ...bridge(name),
      createIpStep('ip', 'address', 'replace', `${base}.1/24`, 'dev', name),
      createIpStep('ip', 'link', 'set', 'dev', name, 'up'),
    ]),
  ];
}

/**
 * Plans the removal of links that are no longer needed. The caller must first remove the SSID interfaces from
 * the bridges to be removed.
 */
export function planRemovals(now: Links, { networks, vlans }: DesiredLinks): PlanStep[] {
  const wanted = new Set([
    UNTAGGED_BRIDGE,
    ...vlans.flatMap((id) => [nameBridge(id), nameVlanInterface(id)]),
    ...networks.map(({ bridge }) => bridge),
  ]);
  return now
    .filter(({ ifname }) => OWN_LINK_NAMES.test(ifname) && !wanted.has(ifname))
    .map(({ ifname }) => createIpStep('ip', 'link', 'delete', 'dev', ifname));
}

/** Describes missing links and wrong bridges, one sentence each. */
export function findLinkProblems(now: Links, { networks, vlans }: DesiredLinks, uplink: string): string[] {
  const joined = (device: string, bridge: string): string[] =>
    now.find(({ ifname }) => ifname === device)?.master === bridge
      ? []
      : [`${device} is not a port of ${bridge}.`];
  return [
    ...joined(uplink, UNTAGGED_BRIDGE),
    ...vlans.flatMap((id) => joined(nameVlanInterface(id), nameBridge(id))),
    ...networks.flatMap(({ bridge }) =>
      now.some(({ ifname }) => ifname === bridge) ? [] : [`The bridge ${bridge} does not exist.`],
    ),
  ];
}
