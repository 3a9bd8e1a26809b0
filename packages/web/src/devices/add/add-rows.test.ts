import { describe, expect, it } from 'vitest';
import {
  appendChecked,
  appendEntries,
  changeRow,
  findLockEnd,
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
    const unread = { sn: 'A number.' };
    const numeric = { ...answer(3), sn: entry(3).sn, code: 400, error: 'x', fields: unread, unread };
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

  it('show the reason why a cell was not read until its field changes, also above errors of the form', () => {
    const unread = { sn: 'A number.', name: 'A formula.' };
    const file = [{ ...answer(1), sn: '1.23457E+15', code: 400, error: 'x', fields: unread, unread }];
    const { rows: taken } = appendChecked([], file);
    expect(validateRows(taken)[0]?.errors).toEqual(unread);
    const named = changeRow(taken, 1, { name: 'Bar' });
    expect(validateRows(named)[0]?.errors).toEqual({ sn: 'A number.' });
    expect(listRowsToCheck(named)).toEqual([]);
    const corrected = changeRow(named, 1, { sn: entry(1).sn });
    expect(validateRows(corrected)[0]?.errors).toEqual({});
    expect(numbers(listRowsToCheck(corrected))).toEqual([1]);
  });

  it('are neither ready nor wrong while claim codes are locked, and are checked again', () => {
    const lock = 'Locked until 13:55 after 10 wrong claim codes.';
    const lockedUntil = '2026-11-23T12:54:10.000Z';
    const locked = { ...answer(2), code: 80, error: lock, fields: { claimCode: lock }, lockedUntil };
    const merged = mergeAnswers(rows, rows, [answer(1), locked, refused(3)]);
    const states = validateRows(merged).map(({ errors, isReady, lock: sentence }) => [
      isReady,
      Object.keys(errors),
      sentence,
    ]);
    expect(states).toEqual([
      [true, [], undefined],
      [false, [], lock],
      [false, ['claimCode'], undefined],
    ]);
    expect(numbers(listRowsToCheck(merged))).toEqual([1, 2]);
    expect(findLockEnd(merged)).toBe(Date.parse(lockedUntil));
    expect(findLockEnd(rows)).toBeUndefined();
  });

  it('are limited to 500', () => {
    const many = Array.from({ length: 502 }, () => entry(1));
    expect(appendEntries([], many)).toMatchObject({ left: 2, rows: { length: 500 } });
  });
});
