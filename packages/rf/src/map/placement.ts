/** A set of cells as bits. */
export type CellSet = Uint32Array;

/** Possible places of access points, each with the cells that an access point there serves well enough. */
export interface PlacementProblem {
  readonly candidates: readonly CellSet[];
  /** Cells that count. */
  readonly wanted: CellSet;
  /** Share of the wanted cells that must be served: 0.95 for 95%. */
  readonly share: number;
}

export interface ChosenPlace {
  /** Index of the candidate. */
  readonly candidate: number;
  /** Wanted cells that no other chosen place serves: the reason for this place. */
  readonly ownCells: number;
}

export interface Placement {
  readonly places: readonly ChosenPlace[];
  readonly servedCells: number;
  readonly wantedCells: number;
  /** False if even all candidates together serve too few cells; the places then serve as many as possible. */
  readonly isReached: boolean;
}

/** Number of exchanges without a better coverage after which the search for fewer places ends. */
const PATIENCE = 60;
/** Number of exchanges for which a place stays out after its removal. */
const TABU = 5;

/**
 * Chooses few places that serve the wanted share of the cells. Starts with the place that serves the most cells not yet
 * served, again and again. Then drops a place and exchanges single places until the others serve the share, and repeats
 * this as long as it succeeds.
 */
export function placeAccessPoints({ candidates, share, wanted }: PlacementProblem): Placement {
  const covers = candidates.map((cells) => cells.map((bits, index) => bits & (wanted[index] ?? 0)));
  const wantedCells = countBits(wanted);
  const needed = Math.ceil(wantedCells * share - 1e-9);
  let chosen = coverGreedily(covers, needed);
  const isReached = countServed(covers, chosen) >= needed;
  let fewer = isReached ? chosen : undefined;
  while (fewer) {
    chosen = fewer;
    fewer = chosen.length > 0 ? repair(covers, dropLeastUseful(covers, chosen), needed) : undefined;
  }
  return {
    places: chosen
      .map((candidate) => ({ candidate, ownCells: countOwn(covers, chosen, candidate) }))
      .toSorted((one, other) => other.ownCells - one.ownCells || one.candidate - other.candidate),
    servedCells: countServed(covers, chosen),
    wantedCells,
    isReached,
  };
}

function coverGreedily(covers: readonly CellSet[], needed: number): number[] {
  const chosen: number[] = [];
  let served: CellSet = new Uint32Array(covers[0]?.length ?? 0);
  while (countBits(served) < needed) {
    const best = findBest(covers, (cells) => countUnion(served, cells));
    const cells = covers[best];
    if (!cells || countUnion(served, cells) === countBits(served)) break;
    chosen.push(best);
    served = unite(served, cells);
  }
  return chosen;
}

/** Removes the place whose removal loses the fewest cells. */
function dropLeastUseful(covers: readonly CellSet[], chosen: readonly number[]): number[] {
  const kept = (without: number): number =>
    countServed(
      covers,
      chosen.filter((each) => each !== without),
    );
  const least = chosen.toSorted((one, other) => kept(other) - kept(one))[0];
  return chosen.filter((each) => each !== least);
}

/**
 * Exchanges one place at a time for the one with the best coverage, also for a worse one, but not back, until the places
 * serve enough cells. Returns undefined if it finds none.
 */
function repair(covers: readonly CellSet[], start: readonly number[], needed: number): number[] | undefined {
  let chosen = [...start];
  let best = countServed(covers, chosen);
  if (best >= needed) return chosen;
  const removedAt = new Map<number, number>();
  for (let exchange = 0, since = 0; since < PATIENCE; exchange += 1, since += 1) {
    const next = findExchange(
      covers,
      chosen,
      (candidate) => exchange - (removedAt.get(candidate) ?? Number.NEGATIVE_INFINITY) > TABU,
    );
    if (!next) return undefined;
    removedAt.set(next.removed, exchange);
    chosen = chosen.map((each) => (each === next.removed ? next.added : each));
    if (next.served >= needed) return chosen;
    if (next.served > best) [best, since] = [next.served, 0];
  }
  return undefined;
}

interface Exchange {
  readonly removed: number;
  readonly added: number;
  readonly served: number;
}

/** Finds the exchange of one place with the best coverage. */
function findExchange(
  covers: readonly CellSet[],
  chosen: readonly number[],
  isAllowed: (candidate: number) => boolean,
): Exchange | undefined {
  let best: Exchange | undefined;
  for (const removed of chosen) {
    const others = uniteAll(
      covers,
      chosen.filter((each) => each !== removed),
    );
    for (const [added, cells] of covers.entries()) {
      if (chosen.includes(added) || !isAllowed(added)) continue;
      const served = countUnion(others, cells);
      if (!best || served > best.served) best = { removed, added, served };
    }
  }
  return best;
}

function findBest(covers: readonly CellSet[], rate: (cells: CellSet) => number): number {
  let best = -1;
  let most = -1;
  for (const [index, cells] of covers.entries()) {
    const value = rate(cells);
    if (value > most) [best, most] = [index, value];
  }
  return best;
}

const countServed = (covers: readonly CellSet[], chosen: readonly number[]): number =>
  countBits(uniteAll(covers, chosen));

const countOwn = (covers: readonly CellSet[], chosen: readonly number[], candidate: number): number => {
  const others = uniteAll(
    covers,
    chosen.filter((each) => each !== candidate),
  );
  return countUnion(others, covers[candidate] ?? others) - countBits(others);
};

function uniteAll(covers: readonly CellSet[], chosen: readonly number[]): CellSet {
  const united = new Uint32Array(covers[0]?.length ?? 0);
  for (const each of chosen)
    for (const [index, bits] of (covers[each] ?? []).entries()) united[index] = (united[index] ?? 0) | bits;
  return united;
}

const unite = (one: CellSet, other: CellSet): CellSet => one.map((bits, index) => bits | (other[index] ?? 0));

function countBits(cells: CellSet): number {
  let count = 0;
  for (let index = 0; index < cells.length; index += 1) count += countOnes(cells[index] ?? 0);
  return count;
}

function countUnion(one: CellSet, other: CellSet): number {
  let count = 0;
  for (let index = 0; index < one.length; index += 1)
    count += countOnes((one[index] ?? 0) | (other[index] ?? 0));
  return count;
}

/** Returns the number of ones of a 32-bit number, by adding neighbouring groups of bits. */
function countOnes(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Returns the cells with at least a level, as a set. */
export function selectCells(levels: ArrayLike<number>, leastLevel: number): CellSet {
  const cells = new Uint32Array(Math.ceil(levels.length / 32));
  for (let cell = 0; cell < levels.length; cell += 1)
    if ((levels[cell] ?? 0) >= leastLevel) cells[cell >>> 5] = (cells[cell >>> 5] ?? 0) | (1 << (cell & 31));
  return cells;
}
