import {
  checkDeviceEntries,
  type DeviceEntry,
  type EntryErrors,
  ERRORS,
  IMPORT_MAX_ROWS,
  type ImportRow,
} from '@northlight/contract';

/** A row of the list of devices to add. */
export interface AddRow extends DeviceEntry {
  /** Row number in messages; it stays the same when other rows are removed. */
  readonly number: number;
  /** The server's answer to the serial number and the claim code of the row. */
  readonly answer?: ImportRow | undefined;
  /** Errors of cells that could not be read; a new value of the field removes its error. */
  readonly unread?: EntryErrors | undefined;
  /** True when the name has changed since the answer. */
  readonly isRenamed?: boolean;
}

/** A row with its errors, which the form and the server have found. */
export interface ValidatedRow extends AddRow {
  readonly errors: EntryErrors;
  /** True when the server has checked the row without an error. */
  readonly isReady: boolean;
  /** Sentence of the lock of claim codes, because of which the server has not compared the claim code. */
  readonly lock: string | undefined;
}

const isClaimRefused = ({ answer }: AddRow): boolean => answer?.code === ERRORS.claimRefused.code;

/** Returns true for an error that only a change of the row can remove. */
const isFinal = (row: AddRow): boolean =>
  isClaimRefused(row) || row.answer?.code === ERRORS.invalidParameters.code;

/** Checks the format of each row. Messages identify a row by its number. */
const checkFormat = (rows: readonly AddRow[]): EntryErrors[] =>
  checkDeviceEntries(
    rows,
    rows.map(({ number }) => number),
  );

const isEmpty = (errors: EntryErrors | undefined): boolean => Object.keys(errors ?? {}).length === 0;

/** Appends entries with the next numbers, up to the limit. `left` is the number of entries beyond it. */
export function appendEntries(
  rows: readonly AddRow[],
  entries: readonly DeviceEntry[],
): { rows: AddRow[]; left: number } {
  const free = Math.max(0, IMPORT_MAX_ROWS - rows.length);
  const first = Math.max(0, ...rows.map(({ number }) => number)) + 1;
  const added = entries
    .slice(0, free)
    .map(({ sn, claimCode, name }, index) => ({ sn, claimCode, name, number: first + index }));
  return { rows: [...rows, ...added], left: Math.max(0, entries.length - free) };
}

/**
 * Appends the rows of a checked file, with the file's numbers if the list is empty. Keeps answers that a new
 * check cannot change.
 */
export function appendChecked(
  rows: readonly AddRow[],
  answers: readonly ImportRow[],
): { rows: AddRow[]; left: number } {
  const entries = answers.map(({ sn, claimCode, name = '' }) => ({ sn, claimCode, name }));
  const { rows: next, left } = appendEntries(rows, entries);
  const added = next.slice(rows.length).map((row, index) => {
    const answer = answers[index];
    return {
      ...row,
      answer,
      unread: answer?.unread,
      ...(rows.length === 0 && answer && { number: answer.row }),
    };
  });
  const faults = checkFormat([...rows, ...added]).slice(rows.length);
  const kept = added.map((row, index) =>
    isFinal(row) && isEmpty(faults[index]) ? row : { ...row, answer: undefined },
  );
  return { rows: [...rows, ...kept], left };
}

/**
 * Changes a row. A new name keeps the server's answer, because checking a refused claim again counts as
 * another wrong claim code. Any other change drops the answer.
 */
export const changeRow = (rows: readonly AddRow[], number: number, patch: Partial<DeviceEntry>): AddRow[] =>
  rows.map((row) => {
    if (row.number !== number) return row;
    const isOnlyName = patch.sn === undefined && patch.claimCode === undefined;
    const isNameRefused = row.answer?.fields?.name !== undefined;
    const kept = Object.entries(row.unread ?? {}).filter(([field]) => !(field in patch));
    const changed = { ...row, ...patch, unread: Object.fromEntries(kept) };
    return isOnlyName && !isNameRefused ? { ...changed, isRenamed: true } : { ...changed, answer: undefined };
  });

/** Returns whether a row has changed since its last check. */
export const isChanged = ({ answer, isRenamed }: AddRow): boolean =>
  answer === undefined || isRenamed === true;

/** Returns the rows with their errors, from the rules of the form and the answers of the server. */
export function validateRows(rows: readonly AddRow[]): ValidatedRow[] {
  const faults = checkFormat(rows);
  return rows.map((row, index) => {
    const isLocked = row.answer?.code === ERRORS.tooManyFailures.code;
    const errors: EntryErrors = {
      ...(isLocked ? {} : row.answer?.fields),
      ...faults[index],
      ...row.unread,
    };
    const isSound = isEmpty(errors);
    return {
      ...row,
      errors,
      isReady: row.answer !== undefined && isSound && !isLocked,
      lock: isSound && isLocked ? row.answer?.error : undefined,
    };
  });
}

/** Returns the rows that the server has to check: rows with a valid form, except those with a final error. */
export function listRowsToCheck(rows: readonly AddRow[]): AddRow[] {
  const faults = checkFormat(rows);
  return rows.filter((row, index) => isEmpty(faults[index]) && isEmpty(row.unread) && !isFinal(row));
}

/** Returns the end of the lock of claim codes (ms); undefined if every row was compared. */
export function findLockEnd(rows: readonly AddRow[]): number | undefined {
  const ends = rows.flatMap(({ answer }) => (answer?.lockedUntil === undefined ? [] : [answer.lockedUntil]));
  return ends.length === 0 ? undefined : Math.max(...ends.map((end) => Date.parse(end)));
}

const isSame = (row: AddRow, sent: DeviceEntry): boolean =>
  row.sn === sent.sn && row.claimCode === sent.claimCode && row.name === sent.name;

/** Stores the server's answers in the rows that did not change after they were sent. */
export function mergeAnswers(
  rows: readonly AddRow[],
  sent: readonly AddRow[],
  answers: readonly ImportRow[],
): AddRow[] {
  const sentByNumber = new Map(sent.map((row) => [row.number, row] as const));
  const answerByNumber = new Map(answers.map((answer) => [answer.row, answer] as const));
  return rows.map((row) => {
    const asked = sentByNumber.get(row.number);
    const answer = answerByNumber.get(row.number);
    return asked && answer && isSame(row, asked) ? { ...row, answer, isRenamed: false } : row;
  });
}

/** Puts rows with errors first, so that they are visible in a long list. */
export function sortByErrors(rows: readonly AddRow[]): AddRow[] {
  const ready = new Map(validateRows(rows).map(({ number, isReady }) => [number, isReady] as const));
  return [...rows].sort(
    (a, b) => Number(ready.get(a.number)) - Number(ready.get(b.number)) || a.number - b.number,
  );
}

/** Returns the rows as the body of a check or an addition. */
export const toBatch = (rows: readonly AddRow[]) => ({
  devices: rows.map(({ number, sn, claimCode, name }) => ({
    row: number,
    sn: sn.trim(),
    claimCode: claimCode.trim(),
    ...(name.trim() !== '' && { name: name.trim() }),
  })),
});
