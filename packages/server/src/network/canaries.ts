import { CANARY_FROM_DEVICES, deviceState } from '@northlight/contract';

interface Touched {
  readonly id: string;
  readonly model: string;
  readonly state: number;
}

/**
 * Who tries a configuration first: one device of each model that is online, where many are touched. The others follow
 * when all of these have confirmed it. Undefined when all go at once: few devices, or nobody there to try it.
 */
export function canariesOf(touched: readonly Touched[]): ReadonlySet<string> | undefined {
  if (touched.length < CANARY_FROM_DEVICES) return undefined;
  const first = new Map<string, string>();
  for (const { id, model, state } of touched)
    if (deviceState(state).countsOnline && !first.has(model)) first.set(model, id);
  return first.size > 0 && first.size < touched.length ? new Set(first.values()) : undefined;
}
