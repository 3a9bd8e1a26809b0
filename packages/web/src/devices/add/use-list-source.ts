import {
  type DeviceColumns,
  ENTRY_FIELDS,
  hasSerialNumbers,
  type ImportedList,
  parseDeviceList,
} from '@northlight/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, toErrorSentence } from '../../kit/api/index.ts';
import { type AddRow, appendChecked, appendEntries } from './add-rows.ts';

/** Part of a list to read, if it differs from the part that is found. */
export interface ListChoice {
  readonly sheet?: string;
  readonly columns?: Partial<DeviceColumns>;
  readonly includeHidden?: boolean;
}

/** A pasted text or a file, from which rows were read. */
type Origin = { readonly text: string } | { readonly file: File };

interface ListSource {
  readonly origin: Origin;
  readonly list: ImportedList;
  readonly choice: ListChoice;
  /** Numbers of the rows that were read from it. */
  readonly numbers: readonly number[];
}

/** Appended rows, and the number of entries beyond the limit. */
type Append = (rows: readonly AddRow[]) => { rows: AddRow[]; left: number };

interface ListSourceOptions {
  readonly projectId: number;
  /** Removes the rows with these numbers and appends others; returns the numbers of the appended rows. */
  readonly replaceRows: (numbers: readonly number[], append: Append) => readonly number[];
  readonly onProblem: (problem: string | undefined) => void;
}

const NO_SERIAL_NUMBER =
  'No line has a serial number (16 to 32 letters or digits). Paste serial numbers and claim codes.';

/** Reads rows from pasted text and files, and reads the latest of them again when the user chooses other columns. */
export function useListSource({ onProblem, projectId, replaceRows }: ListSourceOptions) {
  const [source, setSource] = useState<ListSource>();
  const upload = useMutation({
    mutationFn: ({ choice, file }: { file: File; choice: ListChoice; numbers: readonly number[] }) =>
      call('deviceImport', { params: { projectId }, query: toQuery(choice) }, { file }),
    onMutate: () => onProblem(undefined),
    onSuccess: ({ error, list, rows }, { choice, file, numbers }) => {
      if (!list) return onProblem(error);
      const appended = replaceRows(numbers, (present) => appendChecked(present, rows));
      setSource({ origin: { file }, list, choice, numbers: appended });
    },
    onError: (error) => onProblem(toErrorSentence(error)),
  });
  const readText = (text: string, choice: ListChoice, numbers: readonly number[]): void => {
    const { entries, table } = parseDeviceList(text, choice.columns);
    const isOneLine = entries.length <= 1 && !table.hasHeadings;
    if (!isOneLine && !hasSerialNumbers(entries)) return onProblem(NO_SERIAL_NUMBER);
    const appended = replaceRows(numbers, (present) => appendEntries(present, entries));
    // A typed line has no columns to choose.
    if (isOneLine) return;
    const list = { columns: [...table.columns], chosen: table.chosen, sheets: [], hiddenRows: 0 };
    setSource({ origin: { text }, list, choice, numbers: appended });
  };
  return {
    source,
    isReading: upload.isPending,
    readText: (text: string) => readText(text, {}, []),
    readFile: (file: File) => upload.mutate({ file, choice: {}, numbers: [] }),
    /** Reads the latest list again; its rows replace those that were read before. */
    readAgain: (change: ListChoice) => {
      if (!source) return;
      const { choice, numbers, origin } = source;
      // Another sheet has other columns.
      const next = change.sheet === undefined ? mergeChoices(choice, change) : { sheet: change.sheet };
      if ('file' in origin) upload.mutate({ file: origin.file, choice: next, numbers });
      else readText(origin.text, next, numbers);
    },
  };
}

const mergeChoices = (choice: ListChoice, change: ListChoice): ListChoice => ({
  ...choice,
  ...change,
  columns: { ...choice.columns, ...change.columns },
});

const QUERY_NAMES = { sn: 'snColumn', claimCode: 'claimCodeColumn', name: 'nameColumn' } as const;

function toQuery({ columns = {}, includeHidden = false, sheet }: ListChoice) {
  const chosen = ENTRY_FIELDS.flatMap((field) => {
    const column = columns[field];
    return column === undefined ? [] : [[QUERY_NAMES[field], column] as const];
  });
  return {
    mode: 'check' as const,
    ...Object.fromEntries(chosen),
    ...(sheet !== undefined && { sheet }),
    ...(includeHidden && { hiddenRows: 'include' as const }),
  };
}
