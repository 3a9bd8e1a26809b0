import { hashSha256Hex } from '@northlight/runtime';
import { checkInvariants } from './checks.ts';
import { NO_FAULTS } from './faults.ts';
import { playFaultFreePeriod } from './fault-free-period.ts';
import { StoryEventGenerator } from './story-event-generator.ts';
import { drawStoryProfile } from './story-profile.ts';
import { StoryWorld } from './world.ts';

const CONVERGENCE_MS = 3 * 120_000;

export interface StoryOutcome {
  readonly seed: number;
  readonly violations: readonly string[];
  /** Hash of the story, which is the same for the same seed, because a story has no other input. */
  readonly hash: string;
  /** Events of the story, as sentences. */
  readonly trace: readonly string[];
}

export async function playStory(seed: number): Promise<StoryOutcome> {
  const world = new StoryWorld(seed);
  await world.begin();
  const { clock, choices, network } = world;
  network.rates = {
    lose: choices.pick([0, 0.02, 0.1, 0.2]),
    repeat: choices.pick([0, 0.1, 0.3]),
    slowestMs: choices.pick([50, 1_000, 30_000]),
    die: choices.pick([0, 0.002, 0.01]),
    fail: choices.pick([0, 0.01, 0.05]),
    slowestStoreMs: choices.pick([NO_FAULTS.slowestStoreMs, NO_FAULTS.slowestStoreMs, 400]),
    stall: choices.pick([0, 0, 0.01, 0.05]),
  };
  const profile = drawStoryProfile(choices);
  const events = new StoryEventGenerator(world, profile);
  for (let count = 0; count < profile.eventCount; count++) await events.next();
  network.rates = NO_FAULTS;
  if (world.processCount === 0) world.startProcess();
  for (const device of world.devices) if (!device.isPlugged) await device.plugIn();
  await clock.advance(CONVERGENCE_MS + world.cloudClock.behindItselfMs);
  await checkInvariants(world);
  if (world.violations.length === 0) {
    await playFaultFreePeriod(world);
    await checkInvariants(world);
  }
  return {
    seed,
    violations: world.violations,
    hash: hashSha256Hex(world.lines.join('\n')),
    trace: world.lines,
  };
}
