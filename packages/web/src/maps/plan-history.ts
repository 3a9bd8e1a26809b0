import type { FloorPlan } from '@northlight/contract';

/** States of a plan since it was opened: each step can be undone. */
export interface PlanHistory {
  readonly states: readonly FloorPlan[];
  /** Index of the shown state. */
  readonly at: number;
  /** Key of the last step: the next step with the same key replaces it, such as moves of one device. */
  readonly key: string | undefined;
}

/** Number of steps that can be undone. */
const STEPS_MAX = 200;

export const createHistory = (plan: FloorPlan): PlanHistory => ({ states: [plan], at: 0, key: undefined });

export function getPlan({ at, states }: PlanHistory): FloorPlan {
  const plan = states[at];
  if (!plan) throw new Error('The history is empty.');
  return plan;
}

/** Adds a step, or replaces the last one if both have the same key. */
export function addStep(history: PlanHistory, plan: FloorPlan, key?: string): PlanHistory {
  if (plan === getPlan(history)) return history;
  const isSame = key !== undefined && key === history.key && history.at > 0;
  const kept = history.states.slice(0, isSame ? history.at : history.at + 1).slice(-STEPS_MAX);
  return { states: [...kept, plan], at: kept.length, key };
}

/** Ends a step: the next one with the same key is a step of its own. */
export const endStep = (history: PlanHistory): PlanHistory => ({ ...history, key: undefined });

export const undo = (history: PlanHistory): PlanHistory => ({
  ...history,
  at: Math.max(0, history.at - 1),
  key: undefined,
});

export const redo = (history: PlanHistory): PlanHistory => ({
  ...history,
  at: Math.min(history.states.length - 1, history.at + 1),
  key: undefined,
});
