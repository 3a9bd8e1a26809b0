import { PAGE_SIZES } from '@northlight/contract';
import { Button, NativeSelect } from '@mantine/core';
import { useId, useMemo } from 'react';
import { toErrorSentence } from '../api/index.ts';
import { LoadFailed } from '../page/index.ts';
import classes from './grid.module.css';
import { PanelGrid, type PanelGridProps } from './PanelGrid.tsx';
import type { PagedList } from './use-paged-list.ts';

interface PagedGridProps<T> extends Omit<
  PanelGridProps<T>,
  'id' | 'rows' | 'columns' | 'serverRows' | 'defaultSort'
> {
  readonly list: PagedList<T>;
  /** Order in which the server returns rows: a column id, with `-` in front for descending. */
  readonly order: string;
  /** Label of the button that loads the next page: `Load older records`. */
  readonly moreLabel: string;
}

/** A paged list that the server filters and orders, with a button that loads the next page. */
export function PagedGrid<T>({ list, moreLabel, order, ...grid }: PagedGridProps<T>) {
  const { columns, filterColumns, more, onType, stale, tokens, typed } = list;
  const serverRows = useMemo(
    () => ({ tokens, columns: filterColumns, more, stale, order, typed, onType }),
    [tokens, filterColumns, more, stale, order, typed, onType],
  );
  const sizeId = useId();
  const isShort = !more && (list.rows?.length ?? 0) <= list.pageSize;
  const hasPager = more || !isShort || Boolean(list.error);
  if (list.error && !list.rows) return <LoadFailed error={list.error} onRetry={list.retry} />;
  return (
    <>
      <PanelGrid {...grid} id={list.id} rows={list.rows} columns={columns} serverRows={serverRows} />
      {hasPager && (
        <div className={`row wrap ${classes['pager']}`}>
          {more && (
            <Button variant="default" loading={list.loadingMore} onClick={list.loadMore}>
              {moreLabel}
            </Button>
          )}
          {list.error ? <span role="alert">{toErrorSentence(list.error)}</span> : null}
          {!isShort && (
            <div className="row grow justify-end gap-8 mut small">
              <label htmlFor={sizeId}>Items/page</label>
              <NativeSelect
                id={sizeId}
                size="xs"
                value={String(list.pageSize)}
                data={PAGE_SIZES.map(String)}
                onChange={(event) => list.setPageSize(Number(event.currentTarget.value))}
              />
            </div>
          )}
        </div>
      )}
    </>
  );
}
