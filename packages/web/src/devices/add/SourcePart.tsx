import { ENTRY_FIELDS, type EntryField, type ImportedList } from '@northlight/contract';
import { Button, NativeSelect } from '@mantine/core';
import { formatPlural } from '../../kit/format/index.ts';
import classes from './add.module.css';
import type { ListChoice } from './use-list-source.ts';

interface SourcePartProps {
  readonly list: ImportedList;
  /** True when the rows contain those that are hidden in the workbook. */
  readonly includesHidden: boolean;
  readonly isReading: boolean;
  readonly onChoose: (choice: ListChoice) => void;
}

const LABELS: Readonly<Record<EntryField, string>> = {
  sn: 'Serial numbers from',
  claimCode: 'Claim codes from',
  name: 'Names from',
};
const NONE = { value: '0', label: 'No column' };

/** Shows the sheet and the columns of a list, from which the rows below were read, and lets the user choose others. */
export function SourcePart({ includesHidden, isReading, list, onChoose }: SourcePartProps) {
  const { chosen, columns, hiddenRows, sheet, sheets } = list;
  const options = columns.map(({ heading, number }) => ({
    value: String(number),
    label: heading === undefined ? `Column ${toLetters(number)}` : `${toLetters(number)} · ${heading}`,
  }));
  return (
    <>
      {(columns.length > 1 || sheets.length > 1) && (
        <div className={`grid ${classes['columns']}`} role="group" aria-label="Columns of the list">
          {sheets.length > 1 && (
            <NativeSelect
              label="Sheet"
              data={sheets}
              value={sheet}
              disabled={isReading}
              onChange={(event) => onChoose({ sheet: event.currentTarget.value })}
            />
          )}
          {ENTRY_FIELDS.map((field) => (
            <NativeSelect
              key={field}
              label={LABELS[field]}
              data={field === 'sn' ? options : [NONE, ...options]}
              value={String(chosen[field])}
              disabled={isReading}
              onChange={(event) => onChoose({ columns: { [field]: Number(event.currentTarget.value) } })}
            />
          ))}
        </div>
      )}
      {hiddenRows > 0 && (
        <div className="row wrap gap-6 above">
          <span role="status">
            {formatPlural(hiddenRows, 'hidden row')} {hiddenRows === 1 ? 'was' : 'were'}{' '}
            {includesHidden ? 'included' : 'left out'}.
          </span>
          <Button
            variant="subtle"
            size="compact-sm"
            loading={isReading}
            onClick={() => onChoose({ includeHidden: !includesHidden })}
          >
            {includesHidden ? 'Leave out' : 'Include'}
          </Button>
        </div>
      )}
    </>
  );
}

const LETTERS = 26;
const FIRST_LETTER = 65;

/** Returns the letters of a column number from 1, as spreadsheet programs show them. */
const toLetters = (number: number): string =>
  (number > LETTERS ? toLetters(Math.floor((number - 1) / LETTERS)) : '') +
  String.fromCharCode(FIRST_LETTER + ((number - 1) % LETTERS));
