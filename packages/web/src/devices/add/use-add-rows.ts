import { type DeviceEntry, IMPORT_MAX_ROWS, type ImportRow } from '@northlight/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { call, toErrorSentence } from '../../kit/api/index.ts';
import { formatPlural } from '../../kit/format/index.ts';
import {
  type AddRow,
  appendChecked,
  appendEntries,
  changeRow,
  isChanged,
  validateRows,
  listRowsToCheck,
  mergeAnswers,
  sortByErrors,
  toBatch,
} from './add-rows.ts';

/** Returns the list of devices to add: its rows, their checks, and the devices added so far. */
export function useAddRows(projectId: number) {
  const client = useQueryClient();
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
  const refresh = () =>
    Promise.all(['deviceList', 'projectList'].map((key) => client.invalidateQueries({ queryKey: [key] })));

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
      await refresh();
    },
    onError: (error) => setProblem(toErrorSentence(error)),
  });

  return {
    rows: judged,
    added,
    problem,
    isChecking: check.isPending,
    isAdding: add.isPending,
    appendEntries: (entries: readonly DeviceEntry[]) => {
      if (entries.length > 0) take(appendEntries(latest.current, entries));
    },
    /** Adds rows of a file that the server has already checked. */
    appendChecked: (answers: readonly ImportRow[]) => take(appendChecked(latest.current, answers)),
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
    /** Adds the devices of all rows without an error. The server checks these rows again. */
    addValid: () => add.mutate(judged.filter(({ errors }) => Object.keys(errors).length === 0)),
    noteAdded: async (row: ImportRow) => {
      setAdded((earlier) => [...earlier, row]);
      await refresh();
    },
    clearAdded: () => setAdded([]),
    setProblem,
  };
}
export type AddRows = ReturnType<typeof useAddRows>;
