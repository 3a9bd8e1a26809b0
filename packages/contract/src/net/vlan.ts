import { z } from 'zod';
import { parsed, type Parsed, refused } from './parsed.ts';
import { ruled } from './ruled.ts';

export interface VlanLimits {
  readonly min: number;
  readonly max: number;
}

/** VLAN IDs of a project (specification §5); a model's capabilities override them. */
export const DEFAULT_VLAN_LIMITS: VlanLimits = { min: 10, max: 4094 };
/** VLAN IDs of wireless policies and of the tagged lists of ports. */
export const WIRELESS_VLAN_LIMITS: VlanLimits = { min: 1, max: 4094 };
export const PORT_VLAN_LIMITS: VlanLimits = { min: 1, max: 4094 };
export const VLAN_LIST_MAX = 100;

const outside = ({ min, max }: VlanLimits): string => `The VLAN ID must be between ${min} and ${max}.`;

/** Returns the schema of a VLAN ID within a model's limits; `sentence` is the error message outside them. */
export function vlanIdIn(limits: VlanLimits = DEFAULT_VLAN_LIMITS, sentence: string = outside(limits)) {
  return z
    .number({ error: 'Enter the VLAN ID.' })
    .int('The VLAN ID must be a whole number.')
    .refine((id) => id >= limits.min && id <= limits.max, ruled('vlanIdOutOfRange', sentence))
    .meta({ minimum: limits.min, maximum: limits.max });
}

export const vlanId = vlanIdIn();
export const wirelessVlanId = vlanIdIn(WIRELESS_VLAN_LIMITS);
export const portVlanId = vlanIdIn(PORT_VLAN_LIMITS);
/** VLAN ID for a gateway whose own range is not known yet. */
export const gatewayVlanId = vlanIdIn(
  PORT_VLAN_LIMITS,
  `${outside(PORT_VLAN_LIMITS)} The gateway may have a smaller range.`,
);

/** Parses a list such as `3,5,7` or `10-13` into ascending IDs; refuses duplicates and more than 100 IDs. */
export function parseVlanList(
  text: string,
  limits: VlanLimits = PORT_VLAN_LIMITS,
): Parsed<readonly number[]> {
  const ids = new Set<number>();
  for (const item of text.split(',')) {
    const [, from, to] = /^\s*(\d{1,4})\s*(?:-\s*(\d{1,4})\s*)?$/.exec(item) ?? [];
    if (from === undefined) return refused('Enter VLAN IDs such as 3,5,7 or 10-13.');
    const [first, last] = [Number(from), Number(to ?? from)];
    if (last < first)
      return refused(`The range ${first}-${last} ends before it starts. Enter the lower ID first.`);
    if (first < limits.min || last > limits.max) return refused(outside(limits));
    if (last - first >= VLAN_LIST_MAX) return refused(tooMany);
    for (let id = first; id <= last; id++) {
      if (ids.has(id)) return refused(`VLAN ${id} is listed twice.`);
      ids.add(id);
    }
  }
  return ids.size > VLAN_LIST_MAX ? refused(tooMany) : parsed([...ids].sort((a, b) => a - b));
}

const tooMany = `Too many VLANs. Enter at most ${VLAN_LIST_MAX}.`;

/** Returns the shortest text for which `parseVlanList` returns the same ids. */
export function formatVlanList(ids: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const id of [...ids].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && run[1] === id - 1) run[1] = id;
    else runs.push([id, id]);
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
}

export const vlanList = z.string().check((context) => {
  const result = parseVlanList(context.value);
  if (!result.ok) context.issues.push({ code: 'custom', message: result.reason, input: context.value });
});
