import type { NetworkConfig, StaticRoute } from '@northlight/contract';
import IconRoute from '@tabler/icons-react/dist/esm/icons/IconRoute.mjs';
import { useQuery } from '@tanstack/react-query';
import { lazy, useMemo } from 'react';
import { useProject } from '../../../app/shell-context.tsx';
import { createQuery } from '../../../kit/api/index.ts';
import { ABSENT, formatTime } from '../../../kit/format/index.ts';
import { formatSortableIp } from '../../../kit/format/sortable-ip.ts';
import type { GridColumn } from '../../../kit/grid/index.ts';
import { getItems, useNetworkDraft } from '../../../draft/index.ts';
import { StagedListPage } from '../../StagedListPage.tsx';
import { findNextHopNetwork, formatNetworkName } from './route-effect.ts';
import { findLatestRouteTable, listMissingRoutes, type RouteTableReport } from './route-readings.ts';

const RouteForm = lazy(async () => ({ default: (await import('./RouteForm.tsx')).RouteForm }));
const LISTS = ['staticRoutes'] as const;
const getRowId = ({ name }: StaticRoute) => name;
const getList = () => LISTS[0];
const listRoutes = (config: NetworkConfig) => getItems(config, LISTS[0]);

export function StaticRoutePage() {
  const draft = useNetworkDraft();
  const { id: projectId, timeZone } = useProject();
  const jobs = useQuery(createQuery('jobList', { params: { projectId } })).data?.items;
  const { base, config, scope } = draft;
  const columns = useMemo(() => {
    const { reading } = findLatestRouteTable(jobs ?? [], scope.device?.id ?? '');
    return createColumns(config, { reading, applied: getItems(base, LISTS[0]), timeZone });
  }, [base, config, jobs, scope.device, timeZone]);
  return (
    <StagedListPage
      title="Static Route"
      gridId="static-routes"
      noun="static route"
      lists={LISTS}
      rowsOf={listRoutes}
      listOf={getList}
      feature="static-route"
      limit={draft.scope.limits.staticRoutes}
      columns={columns}
      idOf={getRowId}
      defaultSort="name"
      icon={<IconRoute size={40} stroke={1.4} />}
      explanation="A static route sends traffic for one network to another router. All other traffic goes to the internet."
      form={RouteForm}
    />
  );
}

interface RouteUse {
  /** Last routing table of the gateway; undefined if none was read. */
  readonly reading: RouteTableReport | undefined;
  /** Applied static routes. */
  readonly applied: readonly StaticRoute[];
  readonly timeZone: string;
}

/** State of a route in the last routing table; undefined while it cannot be in one. */
function findRouteUse(
  route: StaticRoute,
  { applied, reading }: RouteUse,
): 'Active' | 'Not in table' | undefined {
  if (!reading || !applied.some((each) => isSameRoute(each, route))) return undefined;
  return listMissingRoutes([route], reading.routes).length === 0 ? 'Active' : 'Not in table';
}

const isSameRoute = (a: StaticRoute, b: StaticRoute): boolean =>
  a.destination === b.destination && a.prefix === b.prefix && a.nextHop === b.nextHop;

/** State of a route in the gateway, with the time of the routing table that shows it. */
function RouteUseCell({ route, use }: { readonly route: StaticRoute; readonly use: RouteUse }) {
  const state = findRouteUse(route, use);
  if (state === undefined || !use.reading) return <span className="mut">{ABSENT}</span>;
  return (
    <span
      className="inline-row gap-6 nowrap state-sign tone"
      data-state={state === 'Active' ? 'ok' : 'warning'}
      title={`Route table of ${formatTime(use.reading.at, use.timeZone)}`}
    >
      {state}
    </span>
  );
}

const createColumns = (config: NetworkConfig, use: RouteUse): readonly GridColumn<StaticRoute>[] => [
  { id: 'name', header: 'Name', card: 'title', width: 170, value: getRowId },
  {
    id: 'use',
    header: 'In route table',
    card: 'more',
    width: 140,
    facet: true,
    value: (route) => findRouteUse(route, use),
    cell: (route) => <RouteUseCell route={route} use={use} />,
  },
  {
    id: 'destination',
    header: 'Destination',
    card: 'detail',
    width: 180,
    value: ({ destination }) => formatSortableIp(destination),
    text: ({ destination, prefix }) => `${destination}/${prefix}`,
  },
  {
    id: 'nextHop',
    header: 'Next hop',
    card: 'detail',
    width: 150,
    value: ({ nextHop }) => formatSortableIp(nextHop),
    text: ({ nextHop }) => nextHop,
  },
  {
    id: 'network',
    header: 'Next hop in',
    card: 'more',
    width: 220,
    facet: true,
    value: ({ nextHop }) => {
      const network = findNextHopNetwork(nextHop, config);
      return network ? formatNetworkName(network) : 'WAN';
    },
  },
];
