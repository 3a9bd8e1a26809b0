import { CANARY_FROM_DEVICES, getDeviceState } from '@northlight/contract';

interface Candidate {
  readonly id: string;
  readonly model: string;
  readonly state: number;
}

/**
 * Returns the devices that run a new configuration first: one online device of each model. The others follow
 * when all canaries have confirmed it. Returns undefined when all devices are pushed at once: with fewer than
 * five devices, or when none is online. `links` are the ids of both ends of each bridge link: they change together,
 * because a bridge confirms a changed link only when its peer has changed as well.
 */
export function chooseCanaries(
  affected: readonly Candidate[],
  links: readonly (readonly string[])[] = [],
): ReadonlySet<string> | undefined {
  if (affected.length < CANARY_FROM_DEVICES) return undefined;
  const first = new Map<string, string>();
  for (const { id, model, state } of affected)
    if (getDeviceState(state).countsOnline && !first.has(model)) first.set(model, id);
  const canaries = new Set(first.values());
  for (const members of links)
    if (members.some((id) => canaries.has(id)))
      for (const { id } of affected) if (members.includes(id)) canaries.add(id);
  return canaries.size > 0 && canaries.size < affected.length ? canaries : undefined;
}
