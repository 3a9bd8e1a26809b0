import type { CompiledProblem } from '../problem.ts';

/**
 * The interference of a plan as a partition: radios in the same part cost their weight. A part is the narrowest block of the
 * spectrum in use; a wider channel is put into one of its blocks, so that no plan costs more here than in truth.
 */
export interface Partition {
  readonly size: number;
  readonly parts: number;
  /** Cost of a radio in a part: row of the radio, column of the part; Infinity where it has no channel. */
  readonly own: Float64Array;
  /** Pairs of radios with the cost of the same part. */
  readonly pairs: readonly { readonly a: number; readonly b: number; readonly weight: number }[];
}

/** Overlap up to which two channels count as separate. */
const SEPARATE = 0.05;

/** Returns the partition of a problem; undefined if its channels overlap in part. */
export function createPartition(problem: CompiledProblem): Partition | undefined {
  const part = assignParts(problem);
  if (!part) return undefined;
  const { caused, foreignBusy, load, movable, neighbour, neighbourStart, optionStart, present, size } =
    problem;
  const parts = Math.max(...part) + 1;
  const own = new Float64Array(size * parts).fill(Number.POSITIVE_INFINITY);
  const isMovable = new Set(movable);
  const weights = new Map<number, number>();
  for (let radio = 0; radio < size; radio += 1) {
    for (let option = optionStart[radio]!; option < optionStart[radio + 1]!; option += 1) {
      if (!isMovable.has(radio) && option !== optionStart[radio]! + present[radio]!) continue;
      const cell = radio * parts + part[problem.spectrum[option]!]!;
      own[cell] = Math.min(own[cell]!, load[radio]! * foreignBusy[option]!);
    }
    for (let index = neighbourStart[radio]!; index < neighbourStart[radio + 1]!; index += 1) {
      const other = neighbour[index]!;
      const key = Math.min(radio, other) * size + Math.max(radio, other);
      weights.set(key, (weights.get(key) ?? 0) + caused[index]! * load[other]!);
    }
  }
  const pairs = [...weights].map(([key, weight]) => ({ a: Math.floor(key / size), b: key % size, weight }));
  return { size, parts, own, pairs };
}

/** Returns the part of each spectrum; undefined if a spectrum fits none. */
function assignParts({ overlap, spectra }: CompiledProblem): Int32Array | undefined {
  const count = spectra.length;
  const order = spectra.map((_, index) => index).sort((a, b) => spectra[a]!.widthMhz - spectra[b]!.widthMhz);
  const part = new Int32Array(count).fill(-1);
  const blocks: number[] = [];
  for (const index of order) {
    const shares = blocks.map((block) => overlap[index * count + block]!);
    const same = shares.findIndex((share) => share >= 1);
    if (same >= 0) part[index] = same;
    else if (shares.every((share) => share <= SEPARATE)) part[index] = blocks.push(index) - 1;
    else return undefined;
  }
  return part;
}
