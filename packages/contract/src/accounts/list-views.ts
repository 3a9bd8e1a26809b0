import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { storableText } from '../net/index.ts';

/** Lists whose columns and filters an account keeps. */
export const LIST_IDS = [
  'accounts',
  'alarm-deliveries',
  'alarms',
  'audit',
  'backups',
  'blacklist',
  'bridge-links',
  'clients',
  'devices',
  'foreign-networks',
  'log-device',
  'log-system',
  'network-history',
  'pools',
  'port-mappings',
  'projects',
  'rf-plan',
  'rf-radios',
  'rf-runs',
  'route-table',
  'sandbox-devices',
  'shares',
  'static-routes',
  'templates',
  'vlans',
  'wan',
  'wireless',
] as const;
export type ListId = (typeof LIST_IDS)[number];

const COLUMNS_MAX = 60;
const WIDTH_MAX_PX = 2000;
export const SAVED_FILTERS_MAX = 20;
export const FILTER_NAME_MAX = 32;
const FILTER_MAX = 1000;

const columnId = z.string().regex(/^[A-Za-z][A-Za-z0-9-]{0,39}$/);
const countEntries = (columns: object): boolean => Object.keys(columns).length <= COLUMNS_MAX;

/** Columns of a list as an account arranged them. Columns that are not named keep their defaults. */
export const listColumns = z.object({
  visibility: z.record(columnId, z.boolean()).refine(countEntries),
  order: z.array(columnId).max(COLUMNS_MAX),
  /** Widths (px). */
  widths: z.record(columnId, z.number().min(1).max(WIDTH_MAX_PX)).refine(countEntries),
  density: z.enum(['compact', 'comfortable']),
});
export type ListColumns = z.infer<typeof listColumns>;

/** A filter with its name; the filter has the form of the address of the list. */
export const savedFilter = z.object({
  name: storableText(FILTER_NAME_MAX).min(1),
  filter: storableText(FILTER_MAX).min(1),
});
export type SavedFilter = z.infer<typeof savedFilter>;

/** Columns and filters of one list as an account keeps them. Absent parts have their defaults. */
export const listView = z.object({
  columns: listColumns.optional(),
  filters: z.array(savedFilter).max(SAVED_FILTERS_MAX).optional(),
});
export type ListView = z.infer<typeof listView>;

const keptView = z.object({ list: z.enum(LIST_IDS), view: listView });

/** Operations of lists, for their columns and saved filters. */
export const listViewEndpoints = {
  listViewList: endpoint({
    method: 'GET',
    path: '/api/v1/account/list-views',
    access: ['web', 'openapi'],
    needs: 'account',
    summary: 'Lists the columns and saved filters of the lists that this account has changed.',
    response: z.object({ items: z.array(keptView) }),
  }),
  listViewSet: endpoint({
    method: 'PUT',
    path: '/api/v1/account/list-views/{list}',
    access: ['web'],
    needs: 'account',
    summary: 'Sets the columns or the saved filters of a list for this account. Absent parts stay the same.',
    params: z.object({ list: z.enum(LIST_IDS) }),
    body: listView,
    response: keptView,
  }),
} as const;
