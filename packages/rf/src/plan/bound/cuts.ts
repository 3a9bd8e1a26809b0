import type { PairTable } from './relaxation.ts';

/** A linear inequality that every partition fulfils: the signed sum of inner products is at least `least`. */
export interface Cut {
  readonly pairs: Int32Array;
  readonly signs: Int8Array;
  readonly least: number;
  /** Multiplier of the inequality in the dual problem. */
  multiplier: number;
  /** Slack at the last update. */
  slack: number;
}

/** Violation from which a cut is worth its time. */
const WORTHWHILE = 0.03;
/** Inner product up to which two vectors count as mostly separate. */
const MOSTLY_SEPARATE = 0.2;

interface Candidate {
  readonly nodes: readonly number[];
  /** Node of a triangle that is opposite to the pair with the positive sign; −1 for a clique. */
  readonly opposite: number;
  readonly violation: number;
}

/** Finds cuts that the inner products violate, the most violated first, without those in `known`. */
export class CutFinder {
  readonly #parts: number;
  readonly #size: number;
  readonly #pairOf: Int32Array;
  readonly #known = new Set<string>();

  /** @param pairs table with every pair of nodes */
  constructor(size: number, parts: number, { a, b, count }: PairTable) {
    this.#parts = parts;
    this.#size = size;
    this.#pairOf = new Int32Array(size * size).fill(-1);
    for (let pair = 0; pair < count; pair += 1) {
      this.#pairOf[a[pair]! * size + b[pair]!] = pair;
      this.#pairOf[b[pair]! * size + a[pair]!] = pair;
    }
  }

  /** @param products inner product of each pair of the table */
  find(products: Float64Array, limit: number): Cut[] {
    const matrix = Float64Array.from(this.#pairOf, (pair) => products[pair] ?? 1);
    const cliques = [this.#parts + 1, this.#parts + 2].flatMap((size) => this.#findCliques(matrix, size));
    const found: Cut[] = [];
    for (const candidate of [...this.#findTriangles(matrix), ...cliques].sort(
      (one, other) => other.violation - one.violation,
    )) {
      const key = `${candidate.opposite} ${candidate.nodes.join(' ')}`;
      if (this.#known.has(key)) continue;
      this.#known.add(key);
      found.push(this.#createCut(candidate));
      if (found.length === limit) break;
    }
    return found;
  }

  /** Two radios in the part of a third one are in the same part. */
  #findTriangles(matrix: Float64Array): Candidate[] {
    const size = this.#size;
    const found: Candidate[] = [];
    for (let a = 2; a < size; a += 1)
      for (let b = 1; b < a; b += 1)
        for (let c = 0; c < b; c += 1) {
          const [ab, ac, bc] = [matrix[a * size + b]!, matrix[a * size + c]!, matrix[b * size + c]!];
          const least = Math.min(ab, ac, bc);
          const violation = ab + ac + bc - 2 * least - 1;
          if (violation < WORTHWHILE) continue;
          const opposite = least === ab ? c : least === ac ? b : a;
          found.push({ nodes: [a, b, c], opposite, violation });
        }
    return found;
  }

  /** Of more radios than parts, some share a part. Grown from each pair by the node with the least sum. */
  #findCliques(matrix: Float64Array, count: number): Candidate[] {
    const size = this.#size;
    const least = getLeastOfClique(count, this.#parts);
    const found = new Map<string, Candidate>();
    const sums = new Float64Array(size);
    for (let a = 1; a < size; a += 1)
      for (let b = 0; b < a; b += 1) {
        if (matrix[a * size + b]! > MOSTLY_SEPARATE) continue;
        const nodes = [a, b];
        let sum = matrix[a * size + b]!;
        for (let node = 0; node < size; node += 1)
          sums[node] = matrix[a * size + node]! + matrix[b * size + node]!;
        while (nodes.length < count) {
          let next = -1;
          for (let node = 0; node < size; node += 1)
            if ((next < 0 || sums[node]! < sums[next]!) && !nodes.includes(node)) next = node;
          nodes.push(next);
          sum += sums[next]!;
          for (let node = 0; node < size; node += 1) sums[node]! += matrix[next * size + node]!;
        }
        if (least - sum < WORTHWHILE) continue;
        nodes.sort((one, other) => other - one);
        found.set(nodes.join(' '), { nodes, opposite: -1, violation: least - sum });
      }
    return [...found.values()];
  }

  #createCut({ nodes, opposite }: Candidate): Cut {
    const pairs: number[] = [];
    const signs: number[] = [];
    for (const [index, a] of nodes.entries())
      for (const b of nodes.slice(0, index)) {
        pairs.push(this.#pairOf[a * this.#size + b]!);
        signs.push(opposite < 0 || (a !== opposite && b !== opposite) ? 1 : -1);
      }
    return {
      pairs: Int32Array.from(pairs),
      signs: Int8Array.from(signs),
      least: opposite < 0 ? getLeastOfClique(nodes.length, this.#parts) : -1,
      multiplier: 0,
      slack: 0,
    };
  }
}

/** Returns the least sum of inner products of as many vectors in a partition: with parts of equal size. */
function getLeastOfClique(count: number, parts: number): number {
  const [small, larger] = [Math.floor(count / parts), count % parts];
  const same = (parts - larger) * ((small * (small - 1)) / 2) + larger * ((small * (small + 1)) / 2);
  const pairs = (count * (count - 1)) / 2;
  return (parts * same - pairs) / (parts - 1);
}
