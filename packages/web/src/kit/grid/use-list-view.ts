import type { ListId, ListView } from '@northlight/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, useCallback, useContext } from 'react';
import { call, createQuery } from '../api/index.ts';
import { localState } from '../local-state/index.ts';
import { useStoredValue } from '../stored.ts';

/** True inside the console of an account, which keeps the views of its lists. A visitor of the demo has none. */
export const KeepsListViews = createContext(false);

/** Account whose columns, filters and page sizes this browser stores. */
export const ListAccount = createContext('');

const KEPT = createQuery('listViewList', {});

/**
 * Returns one part of the view of a list, and the function that changes it. The account keeps it; this browser has a
 * copy, which is shown until the account's views have been loaded.
 */
export function useListView<Part extends keyof ListView>(
  list: ListId,
  part: Part,
  { accept, fallback }: ListViewPart<Part>,
): [NonNullable<ListView[Part]>, (next: NonNullable<ListView[Part]>) => void] {
  const isKept = useContext(KeepsListViews);
  const account = useContext(ListAccount);
  const client = useQueryClient();
  const key = localState.tableKey(part === 'columns' ? list : `${list}.${part}`, account);
  const [copy, setCopy] = useStoredValue(key, fallback, accept);
  const kept = useQuery({ ...KEPT, enabled: isKept, staleTime: Infinity }).data;
  const own = kept?.items.find((each) => each.list === list)?.view[part];
  const set = useCallback(
    (next: NonNullable<ListView[Part]>) => {
      setCopy(next);
      if (!isKept) return;
      client.setQueryData(KEPT.queryKey, (before) => {
        const items = before?.items ?? [];
        const view = { ...items.find((each) => each.list === list)?.view, [part]: next };
        return { items: [...items.filter((each) => each.list !== list), { list, view }] };
      });
      saveView(list, { [part]: next });
    },
    [client, isKept, list, part, setCopy],
  );
  return [own ?? copy, set];
}

export interface ListViewPart<Part extends keyof ListView> {
  readonly fallback: NonNullable<ListView[Part]>;
  readonly accept: (value: unknown) => value is NonNullable<ListView[Part]>;
}

/** Time between two requests while a column is dragged (ms). */
const SAVE_INTERVAL_MS = 500;

/** Parts of each list that wait for the end of the interval; a list without an entry is saved at once. */
const waiting = new Map<ListId, ListView>();

function saveView(list: ListId, view: ListView): void {
  const before = waiting.get(list);
  waiting.set(list, { ...before, ...view });
  if (before) return;
  sendView(list);
  setTimeout(() => {
    const last = waiting.get(list);
    waiting.delete(list);
    if (last && Object.keys(last).length > 0) saveView(list, last);
  }, SAVE_INTERVAL_MS);
}

function sendView(list: ListId): void {
  const view = waiting.get(list) ?? {};
  waiting.set(list, {});
  // Keeps the copy of this browser if the request fails; the next change sends the part again.
  void call('listViewSet', { params: { list }, body: view }).catch(() => undefined);
}
