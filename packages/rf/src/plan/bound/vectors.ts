import type { Relaxation } from './relaxation.ts';

/**
 * Unit vectors of a relaxation, improved row by row (mixing method; Wang, Chang and Kolter, The mixing method: coordinate
 * descent for low-rank semidefinite programming, 2017), with an augmented Lagrangian for the lower limits of the inner
 * products.
 */
export class Vectors {
  readonly #relaxation: Relaxation;
  readonly #rank: number;
  readonly #values: Float64Array;
  readonly #row: Float64Array;
  /** Weight of the penalty of a violated limit. */
  readonly #penalty: number;
  /** Multiplier of the limit of each pair. */
  readonly multipliers: Float64Array;

  constructor(relaxation: Relaxation, random: () => number) {
    this.#relaxation = relaxation;
    this.#rank = Math.min(relaxation.size, MAX_RANK);
    this.#values = new Float64Array(relaxation.size * this.#rank);
    this.#row = new Float64Array(this.#rank);
    this.#penalty = relaxation.scale * PENALTY;
    this.multipliers = new Float64Array(relaxation.pairs.count);
    this.disturb(random, 1);
  }

  get penalty(): number {
    return this.#penalty;
  }

  /**
   * Adds noise to every vector. New cuts need dimensions that the vectors have left; without noise they would leave the
   * saddle point slowly.
   */
  disturb(random: () => number, strength: number): void {
    for (let node = 0; node < this.#relaxation.size; node += 1) {
      for (let index = 0; index < this.#rank; index += 1)
        this.#row[index] = this.#values[node * this.#rank + index]! + strength * (random() - 0.5);
      this.#setRow(node);
    }
  }

  /**
   * Improves each vector once.
   *
   * @param weights weight of each pair, without the multipliers of the limits
   * @param inertia weight of the present vector in addition to that which the limits need
   */
  sweep(weights: Float64Array, inertia: number): void {
    const { floor, pairs, parts, size } = this.#relaxation;
    const { isFixed, other, pair, start } = pairs;
    const penalty = this.#penalty;
    const multipliers = this.multipliers;
    for (let node = 0; node < size; node += 1) {
      const [first, end] = [start[node]!, start[node + 1]!];
      this.#startRow(node, inertia + (penalty * (end - first)) / parts);
      for (let index = first; index < end; index += 1) {
        const each = pair[index]!;
        const product = this.#dot(node, other[index]!);
        const multiplier = multipliers[each]! - penalty * (product - floor);
        const kept = multiplier < 0 && isFixed[each] === 0 ? 0 : multiplier;
        this.#subtract(other[index]!, weights[each]! - kept);
      }
      this.#setRow(node);
    }
  }

  /** Improves each vector once for fixed weights. @param weights weight of each pair, with all multipliers */
  polish(weights: Float64Array): void {
    const { pairs, size } = this.#relaxation;
    for (let node = 0; node < size; node += 1) {
      this.#startRow(node, 0);
      for (let index = pairs.start[node]!; index < pairs.start[node + 1]!; index += 1) {
        const weight = weights[pairs.pair[index]!]!;
        if (weight !== 0) this.#subtract(pairs.other[index]!, weight);
      }
      this.#setRow(node);
    }
  }

  /** Writes the inner product of each pair and moves the multipliers by the violation of the limits. */
  update(products: Float64Array): void {
    const { floor, pairs } = this.#relaxation;
    const { a, b, count, isFixed } = pairs;
    for (let pair = 0; pair < count; pair += 1) {
      const product = this.#dot(a[pair]!, b[pair]!);
      products[pair] = product;
      const multiplier = this.multipliers[pair]! - this.#penalty * (product - floor);
      this.multipliers[pair] = multiplier < 0 && isFixed[pair] === 0 ? 0 : multiplier;
    }
  }

  /** Returns the inner product of each pair. */
  getProducts(): Float64Array {
    const { a, b } = this.#relaxation.pairs;
    return Float64Array.from(a, (node, pair) => this.#dot(node, b[pair]!));
  }

  copyValues(): Float64Array {
    return this.#values.slice();
  }

  setValues(values: Float64Array): void {
    this.#values.set(values);
  }

  #startRow(node: number, share: number): void {
    const from = node * this.#rank;
    for (let index = 0; index < this.#rank; index += 1)
      this.#row[index] = share * this.#values[from + index]!;
  }

  #subtract(node: number, weight: number): void {
    const [from, row, values, rank] = [node * this.#rank, this.#row, this.#values, this.#rank];
    for (let index = 0; index < rank; index += 1) row[index]! -= weight * values[from + index]!;
  }

  #dot(a: number, b: number): number {
    const [one, other, values, rank] = [a * this.#rank, b * this.#rank, this.#values, this.#rank];
    let sum = 0;
    for (let index = 0; index < rank; index += 1) sum += values[one + index]! * values[other + index]!;
    return sum;
  }

  /** Stores the normalized row as the vector of a node; a zero row changes nothing. */
  #setRow(node: number): void {
    let sum = 0;
    for (const value of this.#row) sum += value * value;
    if (sum === 0) return;
    const factor = 1 / Math.sqrt(sum);
    const to = node * this.#rank;
    for (let index = 0; index < this.#rank; index += 1) this.#values[to + index] = this.#row[index]! * factor;
  }
}

/** Length of the vectors. More cuts need longer ones. */
const MAX_RANK = 32;
/** Penalty relative to the mean weight of a pair. */
const PENALTY = 0.5;
