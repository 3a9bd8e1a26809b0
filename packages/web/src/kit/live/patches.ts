import { type ApiKey, DEVICE_FIGURES, type LiveResource, type LiveRow } from '@northlight/contract';
import type { Query, QueryClient } from '@tanstack/react-query';

type Row = Readonly<Record<string, unknown>>;
type RowFilter = (row: Row) => boolean;

/** A list whose changed rows are in the live events. */
interface PatchedList {
  readonly list: ApiKey;
  /** Field of a list row that contains the id of the event's row. */
  readonly id: string;
  /** Path parameter that contains this id in reads of a single row. */
  readonly param: string;
  /**
   * Fields of a row that events contain; other fields keep their values. Absent if events contain whole rows,
   * which also adds new rows.
   */
  readonly fields?: readonly string[];
  /** Field with the time of the row. An event row that is older than the row on the page is ignored. */
  readonly age: string;
  /**
   * Returns the filter that selects the rows of a list with this query; undefined if the browser cannot
   * evaluate the query.
   */
  readonly rowFilter: (query: unknown) => RowFilter | undefined;
  /** Reads with totals of the figures in events. Absent if a changed row may change all counts. */
  readonly summaries?: readonly ApiKey[];
}

const includeAll: RowFilter = () => true;
const isOnline: RowFilter = ({ online }) => online === true;

export const PATCHED: Readonly<Partial<Record<LiveResource, PatchedList>>> = {
  devices: {
    list: 'deviceList',
    id: 'id',
    param: 'deviceId',
    fields: DEVICE_FIGURES,
    age: 'reportedAt',
    // Without a query, all rows belong to the list. With a query, the browser cannot determine the rows of a
    // page.
    rowFilter: (query) => (query === undefined ? includeAll : undefined),
    // Counts of devices are not refetched, because the number of rows stays the same.
    summaries: ['projectStatus'],
  },
  clients: {
    list: 'clientList',
    id: 'mac',
    param: 'mac',
    age: 'lastSeenAt',
    rowFilter: (query) => {
      const { cursor, limit, online } = (query ?? {}) as Readonly<Record<string, unknown>>;
      if (cursor !== undefined || limit !== undefined) return undefined;
      if (online === undefined) return includeAll;
      return online === 'true' ? isOnline : undefined;
    },
  },
};

/** Applies changed rows to a list. Unchanged rows and lists stay the same objects. */
export function patchRows(
  items: readonly Row[],
  rows: readonly LiveRow[],
  patched: PatchedList,
  includes: RowFilter = includeAll,
): readonly Row[] {
  const byId = new Map(rows.map((row) => [row.id, row] as const));
  let isChanged = false;
  const next = items.flatMap((item) => {
    const id = String(item[patched.id]);
    const row = byId.get(id);
    byId.delete(id);
    if (!row || parseTimestamp(row[patched.age]) < parseTimestamp(item[patched.age])) return [item];
    isChanged = true;
    const fresh = patched.fields ? withFields(item, row, patched.fields) : toListRow(row, patched);
    return includes(fresh) ? [fresh] : [];
  });
  if (!patched.fields) {
    const added = [...byId.values()].map((row) => toListRow(row, patched)).filter(includes);
    if (added.length > 0) return [...next, ...added];
  }
  return isChanged ? next : items;
}

function withFields(item: Row, row: LiveRow, fields: readonly string[]): Row {
  const kept = Object.entries(item).filter(([name]) => !fields.includes(name));
  const updated = fields.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]] as const]));
  return Object.fromEntries([...kept, ...updated]);
}

/** Converts an event row to a list row, whose id may have another field name. */
const toListRow = ({ id, ...row }: LiveRow, patched: PatchedList): Row => ({ ...row, [patched.id]: id });

const parseTimestamp = (value: unknown): number => (typeof value === 'string' ? Date.parse(value) : 0);

/**
 * Patches the cached lists of a project. A loading list may return data from before the change, so the rows
 * are applied again when it has loaded.
 */
export function patchLists(
  client: QueryClient,
  patched: PatchedList,
  projectId: number | undefined,
  rows: readonly LiveRow[],
): void {
  for (const query of client.getQueryCache().findAll({ queryKey: [patched.list] })) {
    const includes = findRowFilter(query.queryKey[1], patched, projectId);
    if (!includes) continue;
    const patch = () => patchQuery(client, query, patched, rows, includes);
    if (query.state.fetchStatus === 'fetching') void query.promise?.then(patch, () => undefined);
    patch();
  }
}

/**
 * Returns the row filter of a list of the project; undefined for lists of other projects and for queries that
 * the browser cannot evaluate.
 */
function findRowFilter(
  input: unknown,
  { rowFilter }: PatchedList,
  projectId: number | undefined,
): RowFilter | undefined {
  const { params, query } = (input ?? {}) as { params?: { projectId?: unknown }; query?: unknown };
  return params?.projectId === projectId ? rowFilter(query) : undefined;
}

/** Returns true for queries that need no refetch: patched lists, and reads of a single row that did not change. */
export function isPatched(
  [key, input]: readonly unknown[],
  patched: PatchedList,
  projectId: number | undefined,
  rows: readonly LiveRow[],
): boolean {
  if (key === patched.list) return findRowFilter(input, patched, projectId) !== undefined;
  const { params } = (input ?? {}) as { params?: Readonly<Record<string, unknown>> };
  const id = params?.[patched.param];
  return id !== undefined && rows.every((row) => row.id !== id);
}

function patchQuery(
  client: QueryClient,
  query: Query,
  patched: PatchedList,
  rows: readonly LiveRow[],
  includes: RowFilter,
): void {
  const data = query.state.data as { readonly items?: readonly Row[] } | undefined;
  // Skips an invalidated query, because a patch would mark it as fresh.
  if (!data?.items || query.state.isInvalidated) return;
  const items = patchRows(data.items, rows, patched, includes);
  if (items === data.items) return;
  const total = data.items.length === items.length ? {} : { total: items.length };
  client.setQueryData(query.queryKey, { ...data, ...total, items }, { updatedAt: query.state.dataUpdatedAt });
}

/** Returns true for counts that change with the figures of known rows. */
export const showsFigures = ([key]: readonly unknown[], patched: PatchedList | undefined): boolean =>
  patched?.summaries?.includes(key as ApiKey) ?? true;
