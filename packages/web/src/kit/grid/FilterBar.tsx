import { Combobox, Pill, PillsInput, useCombobox } from '@mantine/core';
import IconFilter from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { isSingleKey } from '../single-keys.ts';
import { useIsPhone } from '../use-is-phone.ts';
import { filterRows, type FilterToken, formatToken, listFacetValues, parseToken } from './filter.ts';
import classes from './grid.module.css';
import { getColumnText, type GridColumn } from './types.ts';

const MAX_VALUES = 12;

interface FilterBarProps<T> {
  readonly columns: readonly GridColumn<T>[];
  /** True if tokens that exclude values, such as `Model != AX3`, are allowed. */
  readonly exclusion: boolean;
  /** Returns the current rows, for suggestions only; a function, because the rows change every second. */
  readonly rowsNow: () => readonly T[];
  readonly tokens: readonly FilterToken[];
  readonly nouns: string;
  readonly onChange: (tokens: readonly FilterToken[]) => void;
  /** Called with the text at every key, and with an empty text after it became a token or was cleared. */
  readonly onType: (text: string) => void;
}

interface Suggestion {
  readonly value: string;
  /** True for a complete token, which is added to the filter; an incomplete one stays in the field. */
  readonly done: boolean;
}

function FilterBarPlain<T>({
  columns,
  exclusion,
  nouns,
  onChange,
  onType,
  rowsNow,
  tokens,
}: FilterBarProps<T>) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const [text, setOwnText] = useState('');
  const setText = (next: string) => {
    setOwnText(next);
    onType(next);
  };
  const field = useRef<HTMLInputElement>(null);
  useSlashKey(() => field.current?.focus());
  const facets = useMemo(() => columns.filter(({ facet }) => facet), [columns]);
  const suggestions = useMemo(
    () => (combobox.dropdownOpened ? suggest(text, facets, rowsNow()) : []),
    [combobox.dropdownOpened, text, facets, rowsNow],
  );
  const isPhone = useIsPhone();
  const placeholder = isPhone ? `Filter ${nouns}…` : `Filter ${nouns}…  ( / )`;

  const commit = (value: string) => {
    if (value.trim() === '') return;
    onChange([...tokens, parseToken(value, columns, { exclusion })]);
    setText('');
    combobox.closeDropdown();
  };
  const choose = (value: string) => {
    if (suggestions.find((each) => each.value === value)?.done) commit(value);
    else {
      combobox.resetSelectedOption();
      setText(value);
      field.current?.focus();
    }
  };

  return (
    // Unmounts the closed dropdown: otherwise every change of the list would compute its position, which
    // forces a layout of the page.
    <Combobox store={combobox} onOptionSubmit={choose} shadow="md" keepMounted={false}>
      <Combobox.DropdownTarget>
        <PillsInput
          className={classes['filter']}
          size="xs"
          leftSection={<IconFilter size={14} />}
          onClick={() => field.current?.focus()}
        >
          <Pill.Group>
            {tokens.map((token, index) => (
              <Pill
                size="sm"
                key={formatToken(token, columns)}
                withRemoveButton
                removeButtonProps={{
                  'aria-label': `Remove ${formatToken(token, columns)}`,
                  tabIndex: 0,
                  'aria-hidden': false,
                }}
                onRemove={() => onChange(tokens.filter((_each, at) => at !== index))}
              >
                {formatToken(token, columns)}
              </Pill>
            ))}
            <Combobox.EventsTarget>
              <PillsInput.Field
                ref={field}
                aria-label="Filter"
                data-filter-field
                value={text}
                placeholder={tokens.length === 0 ? placeholder : ''}
                onFocus={() => combobox.openDropdown()}
                onBlur={() => {
                  combobox.closeDropdown();
                  commit(text);
                }}
                onChange={(event) => {
                  setText(event.currentTarget.value);
                  combobox.openDropdown();
                  combobox.updateSelectedOptionIndex();
                }}
                onKeyDown={(event) => {
                  if (event.key === 'Backspace' && text === '' && tokens.length > 0)
                    onChange(tokens.slice(0, -1));
                  else if (event.key === 'Enter' && combobox.getSelectedOptionIndex() === -1) {
                    event.preventDefault();
                    const column = findNamedColumn(text, columns, rowsNow());
                    if (column) choose(`${column.header} = `);
                    else commit(text);
                  } else if (event.key === 'Escape') {
                    event.preventDefault();
                    setText('');
                    field.current?.blur();
                  }
                }}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown hidden={suggestions.length === 0}>
        <Combobox.Options aria-label="Suggestions">
          {suggestions.map(({ value }) => (
            <Combobox.Option key={value} value={value}>
              {value}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** Field for the filter, with free text and tokens such as `Status = Offline`. The `/` key focuses it. */
export const FilterBar = memo(FilterBarPlain) as typeof FilterBarPlain;

/**
 * Returns the column whose name begins with the text, if no row contains the text. Enter then accepts the
 * column as suggestion.
 */
function findNamedColumn<T>(
  text: string,
  columns: readonly GridColumn<T>[],
  rows: readonly T[],
): GridColumn<T> | undefined {
  const typed = text.trim().toLowerCase();
  const column = columns.find(({ facet, header }) => facet && header.toLowerCase().startsWith(typed));
  if (typed === '' || !column) return undefined;
  return filterRows(rows, [{ kind: 'text', value: typed }], columns).length === 0 ? column : undefined;
}

/** Suggests columns; after a column name, suggests the values of this column in the rows. */
function suggest<T>(text: string, facets: readonly GridColumn<T>[], rows: readonly T[]): Suggestion[] {
  const typed = text.trim().toLowerCase();
  const named = facets.find(
    ({ header }) =>
      typed.startsWith(`${header.toLowerCase()} =`) || typed.startsWith(`${header.toLowerCase()} !=`),
  );
  if (named) {
    const operator = typed.includes('!=') ? '!=' : '=';
    const part = typed.slice(typed.indexOf(operator) + operator.length).trim();
    return listFacetValues(rows, named, Number.POSITIVE_INFINITY)
      .filter((value) => value.toLowerCase().includes(part))
      .slice(0, MAX_VALUES)
      .map((value) => ({ value: `${named.header} ${operator} ${value}`, done: true }));
  }
  const fields = facets
    .filter(({ header }) => header.toLowerCase().includes(typed))
    .map(({ header }) => ({ value: `${header} = `, done: false }));
  const direct = typed.length < 2 ? [] : facets.flatMap((column) => listDirectValues(column, rows, typed));
  return [...fields, ...direct].slice(0, MAX_VALUES);
}

function listDirectValues<T>(column: GridColumn<T>, rows: readonly T[], typed: string): Suggestion[] {
  const found = new Set<string>();
  for (const row of rows) {
    const value = getColumnText(column, row);
    if (value !== '' && value.toLowerCase().includes(typed)) found.add(value);
    if (found.size >= 3) break;
  }
  return [...found].map((value) => ({ value: `${column.header} = ${value}`, done: true }));
}

function useSlashKey(focus: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isSingleKey(event, '/')) return;
      event.preventDefault();
      focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}
