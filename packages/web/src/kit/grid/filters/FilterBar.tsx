import { Combobox, Pill, PillsInput, useCombobox } from '@mantine/core';
import IconFilter from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { formatCount, formatPlural } from '../../format/index.ts';
import { isSingleKey } from '../../single-keys.ts';
import { useIsPhone } from '../../use-is-phone.ts';
import { filterRows, type FilterToken, formatToken, parseToken } from './filter.ts';
import classes from '../grid.module.css';
import { suggestFilters } from './suggest-filters.ts';
import type { GridColumn } from '../types.ts';

interface FilterBarProps<T> {
  readonly columns: readonly GridColumn<T>[];
  /**
   * True if the page has all rows and filters them itself. Tokens may then exclude values, such as `Model != AX3`, and
   * suggestions show their number of rows.
   */
  readonly hasAllRows: boolean;
  /** Returns the current rows, for suggestions only; a function, because the rows change every second. */
  readonly rowsNow: () => readonly T[];
  readonly tokens: readonly FilterToken[];
  readonly nouns: string;
  readonly onChange: (tokens: readonly FilterToken[]) => void;
  /** Called with the text at every key, and with an empty text after it became a token or was cleared. */
  readonly onType: (text: string) => void;
}

function FilterBarPlain<T>({
  columns,
  hasAllRows,
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
    () =>
      combobox.dropdownOpened ? suggestFilters(text, facets, filterRows(rowsNow(), tokens, columns)) : [],
    [combobox.dropdownOpened, text, facets, rowsNow, tokens, columns],
  );
  const isPhone = useIsPhone();
  const placeholder = isPhone ? `Filter ${nouns}…` : `Filter ${nouns}…  ( / )`;

  const commit = (value: string) => {
    if (value.trim() === '') return;
    onChange([...tokens, parseToken(value, columns, { exclusion: hasAllRows })]);
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
          className={`grow shrink-x round ${classes['filter']}`}
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
          {suggestions.map(({ count, value }) => (
            <Combobox.Option key={value} value={value} className="flex between gap-16">
              <span>{value}</span>
              {hasAllRows && count !== undefined && (
                <span className="mut" aria-label={formatPlural(count, 'row')}>
                  {formatCount(count)}
                </span>
              )}
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
