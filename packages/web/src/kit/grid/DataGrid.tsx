import type { ListId } from '@northlight/contract';
import { ActionIcon, Button, Skeleton } from '@mantine/core';
import {
  type ReactNode,
  useCallback,
  useDeferredValue,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { formatPlural } from '../format/index.ts';
import { useIsPhone } from '../use-is-phone.ts';
import { useUrlState } from '../url-state.ts';
import { CardHeader } from './CardHeader.tsx';
import { ColumnMenu } from './columns/ColumnMenu.tsx';
import { type FilterToken, filterRows, readFilter, toTypedToken, writeFilter } from './filters/filter.ts';
import { FilterBar } from './filters/FilterBar.tsx';
import { GridHeader } from './GridHeader.tsx';
import { GridRow, showFullTextIfCut } from './GridRow.tsx';
import classes from './grid.module.css';
import { SavedFilters } from './filters/SavedFilters.tsx';
import { SortTool } from './SortSelect.tsx';
import { keepOnePerColumn } from './filters/server-filters.ts';
import { useActiveRow } from './use-active-row.ts';
import { useColumnTemplate } from './columns/use-column-template.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { NO_SELECTION, useGridTable } from './use-grid-table.ts';
import { ROW_HEIGHTS, useColumnPrefs } from './columns/use-column-prefs.ts';
import { useVisibleRows } from './use-visible-rows.ts';
import { getCardHeight, type GridColumn, listCardColumns, type RowMark } from './types.ts';

const HEADER_HEIGHT = 32;
const CARD_HEAD_HEIGHT = 48;
const SKELETON_ROWS = 12;
const NO_ROWS: readonly never[] = [];

/** Props of a list that the server filters and orders in pages. */
interface ServerRows<T> {
  readonly tokens: readonly FilterToken[];
  /** Columns that the server can filter. */
  readonly columns: readonly GridColumn<T>[];
  /** Order of the rows: a column id, with `-` in front for descending. */
  readonly order: string;
  readonly more: boolean;
  /** True while the rows belong to an earlier filter. */
  readonly stale: boolean;
  /** Text in the filter field by which the server searches while it is not yet a token. */
  readonly typed: string;
  readonly onType: (text: string) => void;
}

export interface DataGridProps<T> {
  /** Name under which the account keeps columns and filters. */
  readonly id: ListId;
  /** Name of the list for screen readers: `Devices`. */
  readonly label: string;
  readonly noun: string;
  /** Plural of the noun, if it is not the noun + s. */
  readonly nouns?: string;
  /** Rows of the list; undefined during the first load. */
  readonly rows: readonly T[] | undefined;
  readonly columns: readonly GridColumn<T>[];
  readonly rowId: (row: T) => string;
  readonly rowName: (row: T) => string;
  readonly defaultSort?: string;
  readonly openId?: string | undefined;
  readonly onOpen?: (row: T) => void;
  /** Renders the buttons for the selected rows. If it is present, rows can be selected. */
  readonly renderSelection?: (rows: readonly T[], clear: () => void) => ReactNode;
  /** Content that is shown if the list is empty without a filter. */
  readonly empty: ReactNode;
  readonly tools?: ReactNode;
  readonly rowMark?: (row: T) => RowMark | undefined;
  readonly serverRows?: ServerRows<T>;
}

/**
 * The list component of all pages: renders visible rows only, keeps filter and sort in the URL, and shows
 * columns by preference.
 */
export function DataGrid<T>(props: DataGridProps<T>) {
  const { columns, rowId, onOpen, openId, renderSelection, serverRows } = props;
  const { search, set } = useUrlState();
  const [prefs, setPrefs] = useColumnPrefs(props.id);
  const ownTokens = useMemo(() => readFilter(search.filter, columns), [search.filter, columns]);
  const tokens = serverRows?.tokens ?? ownTokens;
  const filterColumns = serverRows?.columns ?? columns;
  const isServerList = serverRows !== undefined;
  const setTokens = useCallback(
    (next: readonly FilterToken[]) =>
      set({ filter: writeFilter(isServerList ? keepOnePerColumn(next) : next, columns) }),
    [set, columns, isServerList],
  );
  const chooseFilter = useCallback((filter: string) => set({ filter }), [set]);
  const latestRows = useRef(props.rows);
  useLayoutEffect(() => {
    latestRows.current = props.rows;
  }, [props.rows]);
  const rowsNow = useCallback(() => latestRows.current ?? NO_ROWS, []);
  // Filters with a deferred text, so that a long list does not delay typing.
  const [typing, setTyping] = useState('');
  const typed = useDeferredValue(typing);
  const [clearCount, setClearCount] = useState(0);
  const onType = serverRows?.onType ?? setTyping;
  const clearFilter = () => {
    set({ filter: undefined });
    onType('');
    // Renders a new filter field, because the field keeps the text that is being typed.
    setClearCount((count) => count + 1);
  };
  const filtered = useMemo(() => {
    if (isServerList) return props.rows ?? NO_ROWS;
    const last = toTypedToken(typed, columns);
    return filterRows(props.rows ?? NO_ROWS, last ? [...tokens, last] : tokens, columns);
  }, [props.rows, tokens, typed, columns, isServerList]);
  const isEmpty = props.rows?.length === 0 && tokens.length === 0 && !serverRows?.typed;
  const grid = useGridTable({
    rows: filtered,
    columns,
    prefs,
    setPrefs,
    defaultSort: props.defaultSort,
    fixedOrder: serverRows?.order,
  });
  const { table, sorted, rowSelection, setRowSelection } = grid;
  const scrollRef = useRef<HTMLDivElement>(null);
  const isPhone = useIsPhone();
  const cardColumns = useMemo(() => (isPhone ? listCardColumns(columns) : undefined), [columns, isPhone]);
  /** A list of cards without selection has no head. */
  const hasHead = !cardColumns || renderSelection !== undefined;
  const onSort = isServerList ? undefined : (sort: string) => set({ sort });
  const rowHeight = cardColumns ? getCardHeight(cardColumns) : ROW_HEIGHTS[prefs.density];
  const headHeight = cardColumns ? (hasHead ? CARD_HEAD_HEIGHT : 0) : HEADER_HEIGHT;
  const virtualizer = useVisibleRows({
    count: sorted.length,
    rowHeight,
    headerHeight: headHeight,
    scrollRef,
  });

  const gridId = useId();
  const [activeId, setActiveId] = useActiveRow(openId);
  const visible = useMemo(
    () =>
      cardColumns ??
      grid.columnOrder
        .map((id) => columns.find((column) => column.id === id))
        .filter(
          (column): column is GridColumn<T> =>
            column !== undefined && grid.columnVisibility[column.id] !== false,
        ),
    [cardColumns, columns, grid.columnOrder, grid.columnVisibility],
  );
  const [template, minWidth, isWide] = useColumnTemplate({
    columns: cardColumns ? undefined : visible,
    widths: prefs.widths,
    hasCheckbox: renderSelection !== undefined,
    scrollRef,
  });

  const toggle = useCallback(
    (id: string) =>
      setRowSelection((old) => {
        const next = { ...old };
        if (next[id]) delete next[id];
        else next[id] = true;
        return next;
      }),
    [setRowSelection],
  );
  const clear = useCallback(() => setRowSelection(NO_SELECTION), [setRowSelection]);
  const openRow = useCallback((row: T) => onOpen?.(row), [onOpen]);
  const keys = useGridKeys({
    ids: () => sorted.map(rowId),
    activeId,
    setActiveId,
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    pageRows: () => Math.max(1, Math.floor((scrollRef.current?.clientHeight ?? 400) / rowHeight) - 2),
    open: (index) => {
      const row = sorted[index];
      if (row) openRow(row);
    },
    toggle: renderSelection ? toggle : undefined,
    follows: openId !== undefined,
  });

  const selected = useMemo(
    () =>
      // Skips the search through all rows, which change every second, when no row is selected.
      rowSelection === NO_SELECTION
        ? NO_ROWS
        : (props.rows ?? NO_ROWS).filter((row) => rowSelection[rowId(row)]),
    [props.rows, rowSelection, rowId],
  );
  const items = virtualizer.getVirtualItems();
  const activeShown = items.some((item) => {
    const row = sorted[item.index];
    return row !== undefined && rowId(row) === activeId;
  });

  const checkbox = renderSelection && {
    checked: sorted.length > 0 && selected.length >= sorted.length,
    mixed: selected.length > 0 && selected.length < sorted.length,
    isLoading: props.rows === undefined,
    onChange: () =>
      setRowSelection(
        selected.length >= sorted.length
          ? NO_SELECTION
          : Object.fromEntries(sorted.map((row) => [rowId(row), true as const])),
      ),
  };

  return (
    <div className="column grow gap-8 shrink-x shrink-y relative">
      <div className={`flex gap-8 ${classes['tools']}`}>
        {!isEmpty && (
          <>
            <FilterBar
              key={clearCount}
              columns={filterColumns}
              hasAllRows={!isServerList}
              nouns={props.nouns ?? `${props.noun}s`}
              rowsNow={rowsNow}
              tokens={tokens}
              onChange={setTokens}
              onType={onType}
            />
            <SavedFilters list={props.id} filter={search.filter} onChoose={chooseFilter} />
            {cardColumns && !hasHead && onSort && (
              <SortTool columns={columns} sorting={grid.sorting} onSort={onSort} />
            )}
            {!cardColumns && (
              <ColumnMenu
                columns={columns}
                order={grid.columnOrder}
                visibility={grid.columnVisibility}
                prefs={prefs}
                onChange={setPrefs}
              />
            )}
          </>
        )}
        {props.tools}
      </div>
      {props.rows !== undefined && filtered.length === 0 ? (
        <div className={`centre grow panel ${classes['empty']}`}>
          {isEmpty ? props.empty : <NothingFound noun={props.noun} onClear={clearFilter} />}
        </div>
      ) : (
        <div
          ref={scrollRef}
          className={`grow shrink-y panel scrolled ${classes['scroll']}`}
          role="grid"
          tabIndex={0}
          aria-label={props.label}
          aria-rowcount={sorted.length + (hasHead ? 1 : 0)}
          aria-colcount={visible.length + (renderSelection ? 1 : 0)}
          aria-multiselectable={renderSelection ? true : undefined}
          aria-busy={props.rows === undefined || serverRows?.stale === true}
          data-stale={serverRows?.stale || undefined}
          // A list that is shorter than the available height ends after its last row.
          style={props.rows && { maxHeight: headHeight + virtualizer.getTotalSize() + (isWide ? 14 : 2) }}
          aria-activedescendant={activeShown && activeId !== undefined ? `${gridId}-${activeId}` : undefined}
          onKeyDown={keys}
        >
          {template === undefined ? (
            checkbox && <CardHeader {...{ columns, onSort, checkbox }} sorting={grid.sorting} />
          ) : (
            <GridHeader
              table={table}
              columns={visible}
              template={template}
              sorting={grid.sorting}
              sortable={!isServerList}
              checkbox={checkbox}
            />
          )}
          <div
            role="rowgroup"
            className={`relative ${classes['body']}`}
            onPointerOver={showFullTextIfCut}
            // Sets the width explicitly: the rows are positioned absolutely, so sticky cells would otherwise
            // end at the edge of the view.
            style={{ height: virtualizer.getTotalSize(), minWidth: `max(100%, ${minWidth}px)` }}
          >
            {props.rows === undefined && <SkeletonRows height={rowHeight} />}
            {items.map((item) => {
              const row = sorted[item.index];
              if (!row) return null;
              const id = rowId(row);
              return (
                <GridRow
                  key={id}
                  domId={`${gridId}-${id}`}
                  id={id}
                  row={row}
                  index={item.index}
                  top={item.start}
                  height={rowHeight}
                  columns={visible}
                  template={template}
                  active={id === activeId}
                  open={id === openId}
                  selected={rowSelection[id] === true}
                  mark={props.rowMark?.(row)}
                  name={renderSelection ? props.rowName(row) : undefined}
                  onToggle={toggle}
                  onActivate={setActiveId}
                  onOpen={onOpen ? openRow : undefined}
                />
              );
            })}
          </div>
        </div>
      )}
      <div className="flex between mut small">
        <span aria-live="polite">
          {props.rows === undefined
            ? 'Loading'
            : countText(filtered.length, props.rows.length, selected.length, [props.noun, props.nouns]) +
              (serverRows?.more ? ' loaded, more available' : '')}
        </span>
        {!isEmpty && (
          <span className={`nowrap not-on-touch ${classes['hint']}`}>
            ↑↓ move{onOpen ? ' · Enter open' : ''}
            {renderSelection ? ' · Space select' : ''} · / filter
          </span>
        )}
      </div>
      {renderSelection && selected.length > 0 && (
        <div
          className={`row gap-10 panel absolute nowrap ${classes['selection']}`}
          role="toolbar"
          aria-label="Selected rows"
        >
          <strong>{formatPlural(selected.length, props.noun, props.nouns)} selected</strong>
          <ActionIcon variant="subtle" color="gray" fz={20} aria-label="Clear selection" onClick={clear}>
            ×
          </ActionIcon>
          {renderSelection(selected, clear)}
        </div>
      )}
    </div>
  );
}

function countText(
  shown: number,
  all: number,
  selected: number,
  [noun, nouns]: readonly [one: string, many: string | undefined],
): string {
  const total = formatPlural(all, noun, nouns);
  const base = shown === all ? total : `${shown.toLocaleString('en-US')} of ${total}`;
  return selected > 0 ? `${base}, ${selected} selected` : base;
}

function NothingFound({ noun, onClear }: { readonly noun: string; readonly onClear: () => void }) {
  return (
    <div className="column align-centre gap-8">
      <strong>No {noun} matches the filter</strong>
      <Button
        variant="default"
        // Keeps the focus in the filter field, which would add its text to the filter when it loses the focus.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onClear}
      >
        Clear filter
      </Button>
    </div>
  );
}

function SkeletonRows({ height }: { readonly height: number }) {
  return (
    <div className="cover">
      {Array.from({ length: SKELETON_ROWS }, (_each, index) => (
        <Skeleton
          key={index}
          height={10}
          mx={12}
          my={(height - 10) / 2}
          width={`${70 + ((index * 13) % 28)}%`}
        />
      ))}
    </div>
  );
}
