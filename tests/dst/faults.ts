import { type Entropy, randomFloat, randomInt } from '@northlight/runtime';

/** How often things go wrong, as shares of one; all nothing once the faults stop. */
export interface FaultRates {
  /** A connection goes dead in one direction with this message, and both sides find out by themselves. */
  readonly lose: number;
  /** A message comes twice. */
  readonly repeat: number;
  /** Longest way of a message, ms. */
  readonly slowestMs: number;
  /** The server dies at one side of a commit, or a device loses power at one side of keeping something. */
  readonly die: number;
  /** A call of the store fails, before or after its commit. */
  readonly fail: number;
  /** Longest time that a call of the store takes before its commit, and again after it, ms. */
  readonly slowestStoreMs: number;
  /** A call of the store hangs for seconds at one side of its commit: a lock, a full pool, a full disk. */
  readonly stall: number;
}

export const CALM: FaultRates = {
  lose: 0,
  repeat: 0,
  slowestMs: 50,
  die: 0,
  fail: 0,
  slowestStoreMs: 40,
  stall: 0,
};

/** Every choice of a story comes from here, so that a seed is the story. */
export class Dice {
  readonly entropy: Entropy;

  constructor(entropy: Entropy) {
    this.entropy = entropy;
  }

  happens(share: number): boolean {
    return randomFloat(this.entropy) < share;
  }

  between(from: number, to: number): number {
    return randomInt(this.entropy, from, to);
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.between(0, choices.length - 1)] ?? choices[0];
  }
}
