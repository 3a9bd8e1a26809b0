import type { Dice } from './faults.ts';

/** What may happen, and how often beside the others in a story of no special manner. */
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
  standStill: 4,
  setClock: 10,
  changeOwner: 5,
  backUp: 2,
  goBack: 2,
  pause: 40,
} as const;
export type Happening = keyof typeof USUAL;

/** How a story goes: what happens in it, how often, and how fast. */
export interface Manner {
  readonly weights: ReadonlyMap<Happening, number>;
  readonly happenings: number;
  readonly longestPauseMs: number;
  readonly longestOutageMs: number;
  /** How much of it happens to one and the same device, as a share of one. */
  readonly favour: number;
}

/** Some stories have a bit of everything, the others much of a few things and nothing of some. */
export function drawManner(dice: Dice): Manner {
  const isUsual = dice.happens(0.4);
  const stress = (): number => (isUsual ? 1 : dice.pick([0, 1, 1, 8]));
  // A backup is nothing without the loss after it.
  const setbacks = stress();
  const stressOf = (name: Happening): number => {
    if (name === 'backUp' || name === 'goBack') return setbacks;
    return name === 'pause' ? 1 : stress();
  };
  const names = Object.keys(USUAL) as Happening[];
  return {
    weights: new Map(names.map((name) => [name, USUAL[name] * stressOf(name)] as const)),
    happenings: isUsual ? 40 : dice.pick([40, 80]),
    longestPauseMs: isUsual ? 30_000 : dice.pick([200, 3_000, 30_000, 60_000]),
    longestOutageMs: isUsual ? 20_000 : dice.pick([1_000, 20_000]),
    favour: isUsual ? 0 : dice.pick([0, 0.8]),
  };
}
