import { type DeviceEntry, IMPORT_MAX_ROWS, type ImportRow } from '@northlight/contract';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { awaitRefetch, call, toErrorSentence } from '../../kit/api/index.ts';
import { formatPlural } from '../../kit/format/index.ts';
import {
  type AddRow,
  appendEntries,
  changeRow,
  findLockEnd,
  isChanged,
  validateRows,
  listRowsToCheck,
  mergeAnswers,
  sortByErrors,
  toBatch,
  type ValidatedRow,
} from './add-rows.ts';
import { useListSource } from './use-list-source.ts';

/** Shortest time before the rows of an ended lock are checked again (ms), because clocks differ. */
const RECHECK_MS = 5_000;

/** Returns the list of devices to add: its rows, their checks, and the devices added so far. */
export function useAddRows(projectId: number) {
  const params = { projectId };
  const [rows, setRows] = useState<readonly AddRow[]>([]);
  /** Current rows, for answers that arrive after further edits. */
  const latest = useRef(rows);
  const update = (next: readonly AddRow[]) => {
    latest.current = next;
    setRows(next);
  };
  const [added, setAdded] = useState<readonly ImportRow[]>([]);
  const [problem, setProblem] = useState<string>();
  const judged = useMemo(() => validateRows(rows), [rows]);

  const check = useMutation({
    mutationFn: async ({ sent }: { sent: readonly AddRow[]; sorted: boolean }) =>
      (await call('deviceBatchCheck', { params, body: toBatch(sent) })).rows,
    onSuccess: (answers, { sent, sorted }) => {
      const merged = mergeAnswers(latest.current, sent, answers);
      update(sorted ? sortByErrors(merged) : merged);
    },
    onError: (error) => setProblem(toErrorSentence(error)),
  });
  const checkRows = (next: readonly AddRow[], sorted = false) => {
    const sent = listRowsToCheck(next);
    setProblem(undefined);
    if (sent.length > 0) check.mutate({ sent, sorted });
  };
  const take = ({ rows: next, left }: { readonly rows: readonly AddRow[]; readonly left: number }) => {
    update(next);
    checkRows(next, true);
    if (left > 0)
      setProblem(
        `A list holds at most ${IMPORT_MAX_ROWS} devices. ${formatPlural(left, 'line')} could not be taken.`,
      );
  };

  const source = useListSource({
    projectId,
    replaceRows: (numbers, append) => {
      const others = latest.current.filter(({ number }) => !numbers.includes(number));
      const taken = append(others);
      take(taken);
      return taken.rows.slice(others.length).map(({ number }) => number);
    },
    onProblem: setProblem,
  });

  const lockEnd = findLockEnd(rows);
  const checkAfterLock = useEffectEvent(() => checkRows(latest.current));
  useEffect(() => {
    if (lockEnd === undefined) return;
    const timer = setTimeout(checkAfterLock, Math.max(RECHECK_MS, lockEnd - Date.now()));
    return () => clearTimeout(timer);
  }, [lockEnd]);

  const add = useMutation({
    mutationFn: async (sent: readonly AddRow[]) =>
      (await call('deviceBatchAdd', { params, body: toBatch(sent) })).rows,
    meta: { busy: 'saving' },
    onSuccess: async (answers, sent) => {
      const done = answers.filter(({ deviceId }) => deviceId !== undefined);
      const numbers = new Set(done.map(({ row }) => row));
      const left = mergeAnswers(latest.current, sent, answers).filter(({ number }) => !numbers.has(number));
      update(left);
      setAdded((earlier) => [...earlier, ...done]);
      setProblem(undefined);
      // Checks the remaining rows again: the added devices change the names and limits that these rows depend
      // on.
      checkRows(left);
      await awaitRefetch();
    },
    onError: (error) => setProblem(toErrorSentence(error)),
  });

  return {
    rows: judged,
    added,
    problem,
    isChecking: check.isPending,
    isAdding: add.isPending,
    source,
    appendEntry: (entry: DeviceEntry) => take(appendEntries(latest.current, [entry])),
    changeRow: (number: number, patch: Partial<DeviceEntry>) =>
      update(changeRow(latest.current, number, patch)),
    removeRow: (number: number) => {
      const next = latest.current.filter((row) => row.number !== number);
      update(next);
      checkRows(next);
    },
    /** Checks the rows whose content has changed since their last check. */
    checkChanged: () => {
      if (latest.current.some(isChanged)) checkRows(latest.current);
    },
    /** Adds the devices of all rows without an error or a lock. The server checks these rows again. */
    addValid: () => add.mutate(judged.filter(isAddable)),
    noteAdded: async (row: ImportRow) => {
      setAdded((earlier) => [...earlier, row]);
      await awaitRefetch();
    },
    clearAdded: () => setAdded([]),
    setProblem,
  };
}

/** Returns whether the server may be asked to add the device of a row. */
export const isAddable = ({ errors, lock }: ValidatedRow): boolean =>
  Object.keys(errors).length === 0 && lock === undefined;

export type AddRows = ReturnType<typeof useAddRows>;
