import { describe, expect, it } from 'vitest';
import { chooseMinima } from './use-column-template.ts';

const COLUMNS = [
  { id: 'name', width: 200 },
  { id: 'clients', width: 80 },
  { id: 'model', width: 300 },
];

describe('the smallest widths of columns', () => {
  it.each([
    ['are the usual ones if all columns fit', 600, {}, [200, 80, 300]],
    ['are smaller if all columns then fit, except for narrow columns', 560, {}, [164, 80, 246]],
    ['are the usual ones if the list scrolls in any case', 400, {}, [200, 80, 300]],
    ['are those that the user has chosen', 560, { model: 290 }, [164, 80, 290]],
  ])('%s', (_title, viewWidth, chosen, minima) => {
    expect(chooseMinima(COLUMNS, chosen, viewWidth)).toEqual(minima);
  });
});
