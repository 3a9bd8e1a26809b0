import type { RandomChoices } from './faults.ts';

/** Usual frequency of each kind of event, relative to the others. */
const USUAL = {
  configure: 27,
  configureWithEffect: 8,
  restart: 10,
  locate: 5,
  upgrade: 5,
  reset: 5,
  boot: 10,
  unplug: 4,
  outage: 10,
  cutOff: 10,
  scale: 10,
  suspend: 4,
  setClock: 10,
  changeOwner: 5,
  backUp: 2,
  goBack: 2,
  pause: 40,
} as const;
export type StoryEventKind = keyof typeof USUAL;

/** Emphasis of a story: weights and speed of its events. */
export interface StoryProfile {
  readonly weights: ReadonlyMap<StoryEventKind, number>;
  readonly eventCount: number;
  readonly longestPauseMs: number;
  readonly longestOutageMs: number;
  /** Share of the events that affect one preferred device. */
  readonly favour: number;
}

/**
 * Draws the emphasis of a story. Four stories in ten have all kinds of events; in the others each kind is
 * absent, usual or eight times as likely.
 */
export function drawStoryProfile(choices: RandomChoices): StoryProfile {
  const isUsual = choices.happens(0.4);
  const stress = (): number => (isUsual ? 1 : choices.pick([0, 1, 1, 8]));
  // Uses one weight for backups and losses, because a backup has no effect without a later loss.
  const setbacks = stress();
  const chooseStress = (name: StoryEventKind): number => {
    if (name === 'backUp' || name === 'goBack') return setbacks;
    return name === 'pause' ? 1 : stress();
  };
  const names = Object.keys(USUAL) as StoryEventKind[];
  return {
    weights: new Map(names.map((name) => [name, USUAL[name] * chooseStress(name)] as const)),
    eventCount: isUsual ? 40 : choices.pick([40, 80]),
    longestPauseMs: isUsual ? 30_000 : choices.pick([200, 3_000, 30_000, 60_000]),
    longestOutageMs: isUsual ? 20_000 : choices.pick([1_000, 20_000]),
    favour: isUsual ? 0 : choices.pick([0, 0.8]),
  };
}
