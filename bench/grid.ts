/**
 * P15: measures the grid of all lists with 10,000 rows, compared with a table without any library in the same
 * page.
 */
import { openBuiltPage } from './built-page.ts';
import { type Figure, formatMilliseconds, computeQuantile } from './figure.ts';

const ROWS = 10_000;
const ROUNDS = 9;
/** Number of repetitions after which all code is compiled. */
const WARM_UP = 2;
const ACTS = [
  { id: 'mount', text: 'mount', most: 60 },
  { id: 'sortFigure', text: 'sort by a figure', most: 60 },
  { id: 'sortText', text: 'sort by a name', most: 60 },
  { id: 'patch', text: 'a tenth of the rows changes', most: 40 },
] as const;
type Times = Record<(typeof ACTS)[number]['id'], number>;

export async function measureGrid(): Promise<Figure[]> {
  await using built = await openBuiltPage('grid');
  const measure = (table: 'ours' | 'plain') => built.call<Times>('measure', table, ROWS);
  const [opened, again, plain]: [Times[], Times[], Times[]] = [[], [], []];
  // Alternates between the two grids, so that other load affects both equally.
  for (let round = 0; round < ROUNDS; round++) {
    await built.page.goto(built.address);
    opened.push(await measure('ours'));
    for (let time = 0; time < WARM_UP; time++) await measure('ours');
    again.push(await measure('ours'));
    await built.page.goto(built.address);
    plain.push(await measure('plain'));
  }
  return ACTS.map(({ id, most, text }) => {
    const of = (samples: readonly Times[], part = 0.5) =>
      computeQuantile(
        samples.map((times) => times[id]),
        part,
      );
    const ratio = of(opened) / of(plain);
    return {
      id: 'P15',
      text:
        `10,000 rows, ${text}, to the picture: ${formatMilliseconds(of(opened))} the first time in the page ` +
        `(${formatMilliseconds(of(opened, 0.1))} to ${formatMilliseconds(of(opened, 0.9))}), ${formatMilliseconds(of(again))} again; ` +
        `plain table ${formatMilliseconds(of(plain))}: ${ratio.toFixed(2)}×; medians of ${ROUNDS}`,
      goal: `≤ ${formatMilliseconds(most)}`,
      reached: of(opened) <= most,
    };
  });
}
