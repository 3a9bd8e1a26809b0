import { expect, test } from 'vitest';
import { type CellSet, placeAccessPoints, selectCells } from './placement.ts';
import { createRandom } from '../testing/index.ts';

/** Creates a set of cells from their numbers. */
const cellsOf = (count: number, ...members: number[]): CellSet =>
  selectCells(
    Array.from({ length: count }, (_, cell) => Number(members.includes(cell))),
    1,
  );
const all = (count: number): CellSet => cellsOf(count, ...Array.from({ length: count }, (_, cell) => cell));

/** Returns the smallest number of candidates that serve the share, by trying all combinations. */
function findLeast(candidates: readonly CellSet[], cells: number, share: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let choice = 0; choice < 2 ** candidates.length; choice += 1) {
    const chosen = candidates.filter((_, index) => (choice >> index) % 2 === 1);
    const served = Array.from({ length: cells }, (_, cell) => cell).filter((cell) =>
      chosen.some((set) => (((set[cell >>> 5] ?? 0) >>> (cell & 31)) & 1) === 1),
    ).length;
    if (served >= Math.ceil(cells * share - 1e-9)) least = Math.min(least, chosen.length);
  }
  return least;
}

test('chooses as few places as an exhaustive search in 90% of 60 random problems, and one more in the others', () => {
  const cells = 70;
  const counts = { reached: 0, optimal: 0 };
  for (let seed = 0; seed < 60; seed += 1) {
    const random = createRandom(seed);
    const candidates = Array.from({ length: 11 }, () => {
      const [begin, length] = [random() * cells, 8 + random() * 22];
      const members = Array.from(
        { length: Math.floor(length) },
        (_, step) => (Math.floor(begin) + step) % cells,
      );
      return cellsOf(cells, ...members);
    });
    const share = 0.7 + 0.3 * random();
    const { isReached, places } = placeAccessPoints({ candidates, wanted: all(cells), share });
    const least = findLeast(candidates, cells, share);
    expect(isReached).toBe(least < Number.POSITIVE_INFINITY);
    if (!isReached) continue;
    expect(places.length).toBeLessThanOrEqual(least + 1);
    counts.reached += 1;
    if (places.length === least) counts.optimal += 1;
  }
  expect(counts.reached).toBeGreaterThan(30);
  expect(counts.optimal / counts.reached).toBeGreaterThanOrEqual(0.9);
});

test('replaces the greedy choice by fewer places', () => {
  // The largest place serves the middle, so that the greedy choice needs three places.
  const candidates = [
    cellsOf(12, 2, 3, 4, 5, 6, 7, 8, 9),
    cellsOf(12, 0, 1, 2, 3, 4, 5),
    cellsOf(12, 6, 7, 8, 9, 10, 11),
  ];
  const { places, servedCells } = placeAccessPoints({ candidates, wanted: all(12), share: 1 });
  expect(places.map(({ candidate }) => candidate)).toEqual([1, 2]);
  expect(places.map(({ ownCells }) => ownCells)).toEqual([6, 6]);
  expect(servedCells).toBe(12);
});

test('counts only the wanted cells, and reports a share that cannot be reached', () => {
  const wanted = cellsOf(12, 0, 1, 2, 3);
  const candidates = [cellsOf(12, 0, 1, 8, 9, 10), cellsOf(12, 2, 11)];
  const found = placeAccessPoints({ candidates, wanted, share: 1 });
  expect(found).toMatchObject({ isReached: false, servedCells: 3, wantedCells: 4 });
  expect(placeAccessPoints({ candidates, wanted, share: 0.5 })).toMatchObject({
    isReached: true,
    places: [{ candidate: 0, ownCells: 2 }],
  });
});

test('needs no place for no wanted cells, and reaches nothing without candidates', () => {
  expect(placeAccessPoints({ candidates: [all(8)], wanted: cellsOf(8), share: 1 }).places).toEqual([]);
  expect(placeAccessPoints({ candidates: [], wanted: all(8), share: 1 })).toMatchObject({
    isReached: false,
    places: [],
  });
});
