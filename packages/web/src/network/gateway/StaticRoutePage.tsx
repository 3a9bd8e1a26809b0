import type { NetworkConfig, StaticRoute } from '@northlight/contract';
import IconRoute from '@tabler/icons-react/dist/esm/icons/IconRoute.mjs';
import { lazy, useMemo } from 'react';
import { formatSortableIp } from '../../kit/format/sortable-ip.ts';
import type { GridColumn } from '../../kit/grid/index.ts';
import { getItems } from '../staged-lists.ts';
import { useNetworkDraft } from '../draft-context.tsx';
import { StagedListPage } from '../StagedListPage.tsx';
import { findNextHopNetwork, formatNetworkName } from './route-effect.ts';

const RouteForm = lazy(async () => ({ default: (await import('./RouteForm.tsx')).RouteForm }));
const LISTS = ['staticRoutes'] as const;
const getRowId = ({ name }: StaticRoute) => name;
const getList = () => LISTS[0];
const listRoutes = (config: NetworkConfig) => getItems(config, LISTS[0]);

export function StaticRoutePage() {
  const draft = useNetworkDraft();
  const columns = useMemo(() => createColumns(draft.config), [draft.config]);
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

const createColumns = (config: NetworkConfig): readonly GridColumn<StaticRoute>[] => [
  { id: 'name', header: 'Name', card: 'title', width: 170, value: getRowId },
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
    header: 'Network of the next hop',
    card: 'detail',
    width: 220,
    facet: true,
    value: ({ nextHop }) => {
      const network = findNextHopNetwork(nextHop, config);
      return network ? formatNetworkName(network) : 'WAN';
    },
  },
];
