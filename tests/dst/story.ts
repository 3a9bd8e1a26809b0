import { hashSha256Hex } from '@northlight/runtime';
import { checkAll } from './checks.ts';
import { CALM } from './faults.ts';
import { playGoodTimes } from './good-times.ts';
import { Happenings } from './happenings.ts';
import { drawManner } from './manner.ts';
import { World } from './world.ts';

const CONVERGENCE_MS = 3 * 120_000;

export interface Verdict {
  readonly seed: number;
  readonly violations: readonly string[];
  /** Hash of the story, which is the same for the same seed, because a story has no other input. */
  readonly hash: string;
  /** Events of the story, as sentences. */
  readonly trace: readonly string[];
}

/** Plays the story of a seed. */
export async function play(seed: number): Promise<Verdict> {
  const world = new World(seed);
  await world.begin();
  const { clock, dice, network } = world;
  network.rates = {
    lose: dice.pick([0, 0.02, 0.1, 0.2]),
    repeat: dice.pick([0, 0.1, 0.3]),
    slowestMs: dice.pick([50, 1_000, 30_000]),
    die: dice.pick([0, 0.002, 0.01]),
    fail: dice.pick([0, 0.01, 0.05]),
    slowestStoreMs: dice.pick([CALM.slowestStoreMs, CALM.slowestStoreMs, 400]),
    stall: dice.pick([0, 0, 0.01, 0.05]),
  };
  const manner = drawManner(dice);
  const happenings = new Happenings(world, manner);
  for (let count = 0; count < manner.happenings; count++) await happenings.next();
  network.rates = CALM;
  if (world.processCount === 0) world.startProcess();
  for (const device of world.devices) if (!device.isPlugged) await device.plugIn();
  await clock.advance(CONVERGENCE_MS + world.cloudClock.behindItselfMs);
  await checkAll(world);
  if (world.violations.length === 0) {
    await playGoodTimes(world);
    await checkAll(world);
  }
  return {
    seed,
    violations: world.violations,
    hash: hashSha256Hex(world.lines.join('\n')),
    trace: world.lines,
  };
}
