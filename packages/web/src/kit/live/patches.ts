import { type ApiKey, DEVICE_FIGURES, type LiveResource, type LiveRow } from '@northlight/contract';
import type { Query, QueryClient } from '@tanstack/react-query';

/** A list whose rows events bring along. */
interface PatchedList {
  readonly list: ApiKey;
  /** What of a row comes with the event; the rest of it stays. */
  readonly fields: readonly string[];
  /** Which of them is the moment that the others are of: what is older than the page's own is left alone. */
  readonly age: string;
  /** Reads that sum up what such rows say; asked for anew, but less often. */
  readonly sums: readonly ApiKey[];
}

export const PATCHED: Readonly<Partial<Record<LiveResource, PatchedList>>> = {
  devices: { list: 'deviceList', fields: DEVICE_FIGURES, age: 'reportedAt', sums: ['projectStatus'] },
};

type Row = Readonly<Record<string, unknown>>;

/** Puts changed rows into a list on the page; rows and lists that stay the same stay the same objects. */
export function patchRows<T extends Row>(
  items: readonly T[],
  rows: readonly LiveRow[],
  { age, fields }: PatchedList,
): readonly T[] {
  const byId = new Map(rows.map((row) => [row.id, row] as const));
  let isChanged = false;
  const next = items.map((item) => {
    const row = byId.get(String(item['id']));
    if (!row || momentOf(row[age]) < momentOf(item[age])) return item;
    isChanged = true;
    const kept = Object.entries(item).filter(([name]) => !fields.includes(name));
    const told = fields.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]] as const]));
    return Object.fromEntries([...kept, ...told]) as T;
  });
  return isChanged ? next : items;
}

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
    if (!isWhole(query.queryKey[1], projectId)) continue;
    const patch = () => patchQuery(client, query, patched, rows);
    if (query.state.fetchStatus === 'fetching') void query.promise?.then(patch, () => undefined);
    patch();
  }
}

/** The project's whole list: of a page of it nobody knows here which rows it has to show. */
export function isWhole(input: unknown, projectId: number | undefined): boolean {
  const { params, query } = (input ?? {}) as { params?: { projectId?: unknown }; query?: unknown };
  return params?.projectId === projectId && query === undefined;
}

/** True for what needs no asking: the list that was patched, and one device that is not among the rows. */
export function isPatched(
  [key, input]: readonly unknown[],
  list: ApiKey,
  projectId: number | undefined,
  rows: readonly LiveRow[],
): boolean {
  if (key === list) return isWhole(input, projectId);
  const { params } = (input ?? {}) as { params?: Readonly<Record<string, unknown>> };
  const id = params?.['deviceId'];
  return id !== undefined && rows.every((row) => row.id !== id);
}

function patchQuery(client: QueryClient, query: Query, patched: PatchedList, rows: readonly LiveRow[]): void {
  const data = query.state.data as { readonly items?: readonly Row[] } | undefined;
  // What is to be asked for anew would count as fresh after a patch.
  if (!data?.items || query.state.isInvalidated) return;
  const items = patchRows(data.items, rows, patched);
  if (items === data.items) return;
  client.setQueryData(query.queryKey, { ...data, items }, { updatedAt: query.state.dataUpdatedAt });
}
