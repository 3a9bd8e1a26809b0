import { findDefiniteShift } from './cholesky.ts';
import { type Cut, CutFinder } from './cuts.ts';
import type { Partition } from './partition.ts';
import { DENSE_SIZE, relax, type Relaxation } from './relaxation.ts';
import { Vectors } from './vectors.ts';

export interface BoundOptions {
  readonly random: () => number;
  /** Returns the used part of the budget after a number of sweeps, from 0 to 1. */
  readonly getProgress: (sweeps: number) => number;
}

/** Sweeps between two searches for cuts, and before the first one. */
const CUT_EVERY = 50;
const FIRST_CUTS_AT = 100;
/** Parts of the budget after which no cuts are added and no noise is given. */
const CUTS_UNTIL = 0.5;
const NOISE_UNTIL = 0.75;
const NOISE = 0.02;
/** Cuts of a search, relative to the number of vectors. */
const CUTS_PER_NODE = 4;
/** Step of the multiplier of a cut, relative to the penalty, where a pair is in at most `CROWDED` cuts; with more, shorter. */
const CUT_STEP = 0.5;
const CROWDED = 10;
/** Weight of the present vectors against the multipliers of the cuts of a pair, without which small sites would oscillate. */
const INERTIA = 2;
/** Sweeps with fixed multipliers before a certificate. */
const POLISHING = 30;
/** Parts of the budget at which a bound is computed. */
const CERTIFIED_AT = [0.85, 1];

/**
 * Returns a proven lower bound of the cost of a partition: the best dual value of its semidefinite relaxation, whose dual
 * matrix is shown to be positive semidefinite by a Cholesky factorization.
 */
export function computeLowerBound(partition: Partition, { getProgress, random }: BoundOptions): number {
  if (partition.parts === 1) return computeSinglePart(partition);
  const relaxation = relax(partition);
  const { pairs, parts, size } = relaxation;
  const vectors = new Vectors(relaxation, random);
  const finder = size <= DENSE_SIZE ? new CutFinder(size, parts, pairs) : undefined;
  const cuts: Cut[] = [];
  const products = new Float64Array(pairs.count);
  const weights = pairs.weight.slice();
  const certifyAt = [...CERTIFIED_AT];
  let [step, inertia] = [0, 0];
  let best = computeTrivialBound(partition);
  for (let sweep = 0; ; sweep += 1) {
    const progress = getProgress(sweep);
    if (progress >= (certifyAt[0] ?? 1)) {
      certifyAt.shift();
      best = Math.max(best, certify(relaxation, vectors, cuts, weights));
      if (progress >= 1) return best;
    }
    if (sweep % CUT_EVERY === 0 && progress < NOISE_UNTIL) vectors.disturb(random, NOISE);
    vectors.sweep(weights, inertia);
    vectors.update(products);
    if (finder && sweep >= FIRST_CUTS_AT && sweep % CUT_EVERY === 0 && progress < CUTS_UNTIL) {
      cuts.push(...finder.find(products, CUTS_PER_NODE * size));
      const crowding = countCrowding(cuts, pairs.count);
      step = (vectors.penalty * CUT_STEP) / Math.max(1, crowding / CROWDED);
      inertia = INERTIA * step * crowding;
    }
    moveMultipliers(cuts, products, step);
    addMultipliers(cuts, pairs.weight, weights);
  }
}

/** Returns the mean number of cuts of a pair that is in one. Many cuts that move one pair at once would overshoot. */
function countCrowding(cuts: readonly Cut[], pairs: number): number {
  const counts = new Int32Array(pairs);
  for (const cut of cuts) for (const pair of cut.pairs) counts[pair]! += 1;
  const used = counts.filter((count) => count > 0);
  return used.reduce((sum, count) => sum + count, 0) / Math.max(1, used.length);
}

/** Moves the multipliers of the cuts by their violation, extrapolated by its last change so that they do not oscillate. */
function moveMultipliers(cuts: readonly Cut[], products: Float64Array, step: number): void {
  for (const cut of cuts) {
    let slack = -cut.least;
    for (let index = 0; index < cut.pairs.length; index += 1)
      slack += cut.signs[index]! * products[cut.pairs[index]!]!;
    cut.multiplier = Math.max(0, cut.multiplier - step * (2 * slack - cut.slack));
    cut.slack = slack;
  }
}

/** Writes the weights of the pairs less the multipliers of the cuts. */
function addMultipliers(cuts: readonly Cut[], before: Float64Array, after: Float64Array): void {
  after.set(before);
  for (const { multiplier, pairs, signs } of cuts)
    if (multiplier > 0)
      for (let index = 0; index < pairs.length; index += 1)
        after[pairs[index]!]! -= multiplier * signs[index]!;
}

/** Returns the dual value at the present multipliers, which is a lower bound for any multipliers. */
function certify(
  { constant, floor, pairs, size }: Relaxation,
  vectors: Vectors,
  cuts: readonly Cut[],
  cutWeights: Float64Array,
): number {
  const weights = cutWeights.map((weight, pair) => weight - vectors.multipliers[pair]!);
  const before = vectors.copyValues();
  for (let round = 0; round < POLISHING; round += 1) vectors.polish(weights);
  const products = vectors.getProducts();
  vectors.setValues(before);
  const matrix = new Float64Array(size * size);
  let scale = 0;
  for (let pair = 0; pair < pairs.count; pair += 1) {
    const [a, b, weight] = [pairs.a[pair]!, pairs.b[pair]!, weights[pair]!];
    matrix[a * size + b] = weight;
    matrix[a * size + a]! -= weight * products[pair]!;
    matrix[b * size + b]! -= weight * products[pair]!;
    scale = Math.max(scale, Math.abs(weight));
  }
  let value = constant;
  for (let node = 0; node < size; node += 1) value -= matrix[node * size + node]! / 2;
  for (const multiplier of vectors.multipliers) value += multiplier * floor;
  for (const { least, multiplier } of cuts) value += multiplier * least;
  return value - (size * findDefiniteShift(matrix, size, scale)) / 2;
}

/** Cost if every radio had its best part for itself alone. */
function computeTrivialBound({ own, parts, size }: Partition): number {
  let sum = 0;
  for (let radio = 0; radio < size; radio += 1)
    sum += Math.min(...own.subarray(radio * parts, (radio + 1) * parts));
  return sum;
}

const computeSinglePart = (partition: Partition): number =>
  partition.pairs.reduce((sum, { weight }) => sum + weight, computeTrivialBound(partition));
