import { type Entropy, drawRandomFloat, drawRandomInt } from '@northlight/runtime';

/** Probabilities of faults. All of them are zero after the faults have stopped. */
export interface FaultRates {
  /** A connection dies in one direction at this message, and both sides must detect it. */
  readonly lose: number;
  /** A message is duplicated. */
  readonly repeat: number;
  /** Maximum delay of a message (ms). */
  readonly slowestMs: number;
  /** The server dies before or after a commit, or a device loses power before or after a write. */
  readonly die: number;
  /** A store call fails before or after its commit. */
  readonly fail: number;
  /** Maximum duration of a store call before its commit, and again after it (ms). */
  readonly slowestStoreMs: number;
  /** A store call hangs for seconds before or after its commit: a lock, a full pool, a full disk. */
  readonly stall: number;
}

export const NO_FAULTS: FaultRates = {
  lose: 0,
  repeat: 0,
  slowestMs: 50,
  die: 0,
  fail: 0,
  slowestStoreMs: 40,
  stall: 0,
};

/** Source of every choice, so that a seed determines the story. */
export class RandomChoices {
  readonly entropy: Entropy;

  constructor(entropy: Entropy) {
    this.entropy = entropy;
  }

  happens(share: number): boolean {
    return drawRandomFloat(this.entropy) < share;
  }

  between(from: number, to: number): number {
    return drawRandomInt(this.entropy, from, to);
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.between(0, choices.length - 1)] ?? choices[0];
  }
}
