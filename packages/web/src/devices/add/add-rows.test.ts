import { describe, expect, it } from 'vitest';
import {
  appendChecked,
  appendEntries,
  changeRow,
  validateRows,
  listRowsToCheck,
  mergeAnswers,
  sortByErrors,
} from './add-rows.ts';

const CODE = 'K7M2Q9XD4T';
const entry = (index: number, name = '') => ({
  sn: `NLAP6C000000000${index}`,
  claimCode: CODE,
  name,
});
const answer = (row: number) => ({ row, sn: entry(row).sn, claimCode: CODE, name: `AP-${row}` });
const refused = (row: number) => ({
  ...answer(row),
  code: 140,
  error: 'Refused.',
  fields: { claimCode: 'Refused.' },
});

const { rows } = appendEntries([], [entry(1), entry(2), entry(3)]);
const numbers = (list: readonly { readonly number: number }[]) => list.map(({ number }) => number);

describe('rows of devices to add', () => {
  it('are ready after an answer without an error, and keep their numbers when other rows are removed', () => {
    const merged = mergeAnswers(rows, rows, [answer(1), refused(2), answer(3)]);
    expect(validateRows(merged).map(({ isReady }) => isReady)).toEqual([true, false, true]);
    expect(validateRows(merged)[1]?.errors).toEqual({ claimCode: 'Refused.' });
    const { rows: more } = appendEntries(merged.slice(2), [entry(4)]);
    expect(numbers(more)).toEqual([3, 4]);
  });

  it('are not checked again after a refused claim until they change', () => {
    const merged = mergeAnswers(rows, rows, [answer(1), refused(2), answer(3)]);
    expect(numbers(listRowsToCheck(merged))).toEqual([1, 3]);
    expect(numbers(listRowsToCheck(changeRow(merged, 2, { name: 'Bar' })))).toEqual([1, 3]);
    expect(numbers(listRowsToCheck(changeRow(merged, 2, { claimCode: '0123456789' })))).toEqual([1, 2, 3]);
  });

  it('are not checked while their form is invalid', () => {
    expect(numbers(listRowsToCheck(changeRow(rows, 2, { sn: 'SHORT' })))).toEqual([1, 3]);
  });

  it('keep their state when an answer to earlier content arrives', () => {
    const changed = changeRow(rows, 1, { claimCode: '0123456789' });
    expect(mergeAnswers(changed, rows, [answer(1)])[0]?.answer).toBeUndefined();
  });

  it('stay ready when the name changes, and are checked again after a refused name', () => {
    const merged = mergeAnswers(rows, rows, [answer(1), { ...answer(2), fields: { name: 'Taken.' } }]);
    expect(validateRows(changeRow(merged, 1, { name: 'Bar' }))[0]?.isReady).toBe(true);
    expect(changeRow(merged, 2, { name: 'Bar' })[1]?.answer).toBeUndefined();
  });

  it('are sorted with errors first', () => {
    const merged = mergeAnswers(rows, rows, [answer(1), refused(2), answer(3)]);
    expect(numbers(sortByErrors(merged))).toEqual([2, 1, 3]);
  });

  it('keep the row numbers of the file, and the server’s answers that a new check cannot change', () => {
    const numeric = { ...answer(3), sn: entry(3).sn, code: 400, error: 'x', fields: { sn: 'A number.' } };
    const file = [
      { ...answer(1), row: 4 },
      { ...refused(2), row: 7 },
      { ...numeric, row: 9 },
    ];
    const { rows: taken } = appendChecked([], file);
    expect(numbers(taken)).toEqual([4, 7, 9]);
    expect(numbers(listRowsToCheck(taken))).toEqual([4]);
    expect(validateRows(taken)[2]?.errors).toEqual({ sn: 'A number.' });
  });

  it('are limited to 500', () => {
    const many = Array.from({ length: 502 }, () => entry(1));
    expect(appendEntries([], many)).toMatchObject({ left: 2, rows: { length: 500 } });
  });
});
