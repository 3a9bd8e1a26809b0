import { CANARY_FROM_DEVICES, getDeviceState } from '@northlight/contract';

interface Candidate {
  readonly id: string;
  readonly model: string;
  readonly state: number;
}

/**
 * Returns the devices that run a new configuration first: one online device of each model. The others follow
 * when all canaries have confirmed it. Returns undefined when all devices are pushed at once: with fewer than
 * five devices, or when none is online.
 */
export function chooseCanaries(affected: readonly Candidate[]): ReadonlySet<string> | undefined {
  if (affected.length < CANARY_FROM_DEVICES) return undefined;
  const first = new Map<string, string>();
  for (const { id, model, state } of affected)
    if (getDeviceState(state).countsOnline && !first.has(model)) first.set(model, id);
  return first.size > 0 && first.size < affected.length ? new Set(first.values()) : undefined;
}
