import { z } from 'zod';
import { encodeInterface } from '../system/encode.ts';
import type { PlanStep } from '../system/plan-step.ts';
import type { Run } from '../system/run.ts';
import { type ApArtefacts, bridgeOf, UNTAGGED_BRIDGE } from './render.ts';

const linkRow = z.object({ ifname: z.string(), master: z.string().optional() });
/** Links as the kernel has them, whoever made them. */
export type Links = readonly z.infer<typeof linkRow>[];

export const readLinkRows = async (run: Run): Promise<Links> =>
  z.array(linkRow).parse(JSON.parse(await run(['ip', '-j', 'link', 'show'])));

/** The uplink's device for one VLAN. */
const tagged = (vlanId: number): string => `nlup${vlanId}`;
const OWN = /^nl(?:br|up|nat)\d{1,4}$/;

const step = (...argv: [string, ...string[]]): PlanStep => ({ argv });
const BRIDGE = ['type', 'bridge', 'vlan_filtering', '1', 'forward_delay', '0'] as const;

type Wanted = Pick<ApArtefacts, 'vlans' | 'networks'>;

/**
 * A bridge for what is untagged on the uplink and one per VLAN, so that an SSID can only ever reach its own. The bridges
 * filter: a client that tags frames by itself gets nowhere.
 */
export function planLinks(now: Links, { networks, vlans }: Wanted, uplink: string, mac: string): PlanStep[] {
  const port = encodeInterface(uplink, 'uplink');
  const exists = (device: string): boolean => now.some(({ ifname }) => ifname === device);
  const joins = (device: string, bridge: string): PlanStep[] =>
    now.find(({ ifname }) => ifname === device)?.master === bridge
      ? []
      : [step('ip', 'link', 'set', 'dev', device, 'master', bridge)];
  const bridge = (name: string): PlanStep[] =>
    exists(name) ? [] : [step('ip', 'link', 'add', 'name', name, 'address', mac, ...BRIDGE)];
  return [
    ...bridge(UNTAGGED_BRIDGE),
    ...joins(port, UNTAGGED_BRIDGE),
    step('ip', 'link', 'set', 'dev', port, 'up'),
    step('ip', 'link', 'set', 'dev', UNTAGGED_BRIDGE, 'up'),
    ...vlans.flatMap((id) => [
      ...bridge(bridgeOf(id)),
      ...(exists(tagged(id))
        ? []
        : [step('ip', 'link', 'add', 'link', port, 'name', tagged(id), 'type', 'vlan', 'id', String(id))]),
      ...joins(tagged(id), bridgeOf(id)),
      step('ip', 'link', 'set', 'dev', tagged(id), 'up'),
      step('ip', 'link', 'set', 'dev', bridgeOf(id), 'up'),
    ]),
    ...networks.flatMap(({ base, bridge: name }) => [
      ...bridge(name),
      step('ip', 'address', 'replace', `${base}.1/24`, 'dev', name),
      step('ip', 'link', 'set', 'dev', name, 'up'),
    ]),
  ];
}

/** What is ours and not wanted any more; the interfaces of SSIDs have left it before. */
export function planGone(now: Links, { networks, vlans }: Wanted): PlanStep[] {
  const wanted = new Set([
    UNTAGGED_BRIDGE,
    ...vlans.flatMap((id) => [bridgeOf(id), tagged(id)]),
    ...networks.map(({ bridge }) => bridge),
  ]);
  return now
    .filter(({ ifname }) => OWN.test(ifname) && !wanted.has(ifname))
    .map(({ ifname }) => step('ip', 'link', 'delete', 'dev', ifname));
}

/** What is not as it should be, as sentences. */
export function linkProblems(now: Links, { networks, vlans }: Wanted, uplink: string): string[] {
  const joined = (device: string, bridge: string): string[] =>
    now.find(({ ifname }) => ifname === device)?.master === bridge ? [] : [`${device} is not in ${bridge}.`];
  return [
    ...joined(uplink, UNTAGGED_BRIDGE),
    ...vlans.flatMap((id) => joined(tagged(id), bridgeOf(id))),
    ...networks.flatMap(({ bridge }) =>
      now.some(({ ifname }) => ifname === bridge) ? [] : [`There is no ${bridge}.`],
    ),
  ];
}
