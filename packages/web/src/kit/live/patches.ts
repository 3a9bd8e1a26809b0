import { type ApiKey, DEVICE_FIGURES, type LiveResource, type LiveRow } from '@northlight/contract';
import type { Query, QueryClient } from '@tanstack/react-query';
import { COUNTS_OF } from './resources.ts';

type Row = Readonly<Record<string, unknown>>;
type Holds = (row: Row) => boolean;

/** A list whose rows events bring along. */
interface PatchedList {
  readonly list: ApiKey;
  /** Where a row has the id by which the event names it. */
  readonly id: string;
  /** Where another read has it, of this one alone, among its path's parameters. */
  readonly param: string;
  /** What of a row comes with the event, the rest of it stays. Absent: all of it, so that a row that is new is put in. */
  readonly fields?: readonly string[];
  /** Which of them is the moment that the others are of: what is older than the page's own is left alone. */
  readonly age: string;
  /** Which rows a list that was asked for in this way holds; undefined: that cannot be told here. */
  readonly holds: (query: unknown) => Holds | undefined;
  /** Reads that sum up what such rows say; asked for anew, but less often. */
  readonly sums: readonly ApiKey[];
}

const everyone: Holds = () => true;
const isOnline: Holds = ({ online }) => online === true;

export const PATCHED: Readonly<Partial<Record<LiveResource, PatchedList>>> = {
  devices: {
    list: 'deviceList',
    id: 'id',
    param: 'deviceId',
    fields: DEVICE_FIGURES,
    age: 'reportedAt',
    // Of a page of it nobody knows here which rows it has to show.
    holds: (query) => (query === undefined ? everyone : undefined),
    // Rows that came along changed in themselves: there are as many of them as before.
    sums: ['projectStatus'],
  },
  clients: {
    list: 'clientList',
    id: 'mac',
    param: 'mac',
    age: 'lastSeenAt',
    holds: (query) => {
      const { online } = (query ?? {}) as { readonly online?: string };
      if (online === undefined) return everyone;
      return online === 'true' ? isOnline : undefined;
    },
    sums: COUNTS_OF.clients ?? [],
  },
};

/** Puts changed rows into a list on the page; rows and lists that stay the same stay the same objects. */
export function patchRows(
  items: readonly Row[],
  rows: readonly LiveRow[],
  patched: PatchedList,
  holds: Holds = everyone,
): readonly Row[] {
  const byId = new Map(rows.map((row) => [row.id, row] as const));
  let isChanged = false;
  const next = items.flatMap((item) => {
    const id = String(item[patched.id]);
    const row = byId.get(id);
    byId.delete(id);
    if (!row || momentOf(row[patched.age]) < momentOf(item[patched.age])) return [item];
    isChanged = true;
    const fresh = patched.fields ? withFields(item, row, patched.fields) : wholeOf(row, patched);
    return holds(fresh) ? [fresh] : [];
  });
  if (!patched.fields) {
    const come = [...byId.values()].map((row) => wholeOf(row, patched)).filter(holds);
    if (come.length > 0) return [...next, ...come];
  }
  return isChanged ? next : items;
}

function withFields(item: Row, row: LiveRow, fields: readonly string[]): Row {
  const kept = Object.entries(item).filter(([name]) => !fields.includes(name));
  const told = fields.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]] as const]));
  return Object.fromEntries([...kept, ...told]);
}

/** A row as its list has it, which may name it by another field. */
const wholeOf = ({ id, ...row }: LiveRow, patched: PatchedList): Row => ({ ...row, [patched.id]: id });

const momentOf = (value: unknown): number => (typeof value === 'string' ? Date.parse(value) : 0);

/**
 * Patches the lists of a project on the page. A list that is on its way may be older than the rows: they are put into it
 * once more when it has come.
 */
export function patchLists(
  client: QueryClient,
  patched: PatchedList,
  projectId: number | undefined,
  rows: readonly LiveRow[],
): void {
  for (const query of client.getQueryCache().findAll({ queryKey: [patched.list] })) {
    const holds = heldBy(query.queryKey[1], patched, projectId);
    if (!holds) continue;
    const patch = () => patchQuery(client, query, patched, rows, holds);
    if (query.state.fetchStatus === 'fetching') void query.promise?.then(patch, () => undefined);
    patch();
  }
}

/** Which rows a list of the project holds; undefined for another project’s, and where that cannot be told. */
function heldBy(input: unknown, { holds }: PatchedList, projectId: number | undefined): Holds | undefined {
  const { params, query } = (input ?? {}) as { params?: { projectId?: unknown }; query?: unknown };
  return params?.projectId === projectId ? holds(query) : undefined;
}

/** True for what needs no asking: a list that was patched, and what is of one row that is not among these. */
export function isPatched(
  [key, input]: readonly unknown[],
  patched: PatchedList,
  projectId: number | undefined,
  rows: readonly LiveRow[],
): boolean {
  if (key === patched.list) return heldBy(input, patched, projectId) !== undefined;
  const { params } = (input ?? {}) as { params?: Readonly<Record<string, unknown>> };
  const id = params?.[patched.param];
  return id !== undefined && rows.every((row) => row.id !== id);
}

function patchQuery(
  client: QueryClient,
  query: Query,
  patched: PatchedList,
  rows: readonly LiveRow[],
  holds: Holds,
): void {
  const data = query.state.data as { readonly items?: readonly Row[] } | undefined;
  // What is to be asked for anew would count as fresh after a patch.
  if (!data?.items || query.state.isInvalidated) return;
  const items = patchRows(data.items, rows, patched, holds);
  if (items === data.items) return;
  const total = data.items.length === items.length ? {} : { total: items.length };
  client.setQueryData(query.queryKey, { ...data, ...total, items }, { updatedAt: query.state.dataUpdatedAt });
}
