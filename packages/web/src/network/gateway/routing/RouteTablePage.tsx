import {
  LAN_VLAN_ID,
  type NetworkConfig,
  type NetworkScope,
  type Permission,
  type StaticRoute,
} from '@northlight/contract';
import type { TableRoute } from '@northlight/contract/device-protocol';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import IconTable from '@tabler/icons-react/dist/esm/icons/IconTable.mjs';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useProject } from '../../../app/shell-context.tsx';
import { awaitRefetch, createMutation, createQuery, toErrorSentence } from '../../../kit/api/index.ts';
import { GatedButton, deny } from '../../../kit/controls/GatedButton.tsx';
import { Age } from '../../../kit/format/index.ts';
import { formatSortableIp } from '../../../kit/format/sortable-ip.ts';
import { DataGrid, type GridColumn } from '../../../kit/grid/index.ts';
import { Page } from '../../../kit/page/index.ts';
import { EmptyNote } from '../../../ui/EmptyNote.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { getItems, useNetworkDraft } from '../../../draft/index.ts';
import classes from '../gateway.module.css';
import { formatVlan } from '../../format-vlan.ts';
import { findLatestRouteTable, listMissingRoutes } from './route-readings.ts';

/** Returns the permission to read the routes of the gateway; undefined until the device has loaded. */
function readPermission(
  { device, features }: NetworkScope,
  reach: Permission | undefined,
): Permission | undefined {
  if (!device) return deny('The project has no gateway yet.');
  if (!features.includes('route-table')) return deny("This gateway doesn't report its routes.");
  return reach;
}

/** Age (ms) from which the page replaces a table when it opens. */
const OLD_MS = 60_000;

/** Shows the routing table that the gateway last reported. */
export function RouteTablePage() {
  const project = useProject();
  const { base, scope } = useNetworkDraft();
  const columns = useMemo(() => createColumns(base, scope), [base, scope]);
  const deviceId = scope.device?.id ?? '';
  const params = { projectId: project.id, deviceId };
  const device = useQuery({ ...createQuery('deviceGet', { params }), enabled: deviceId !== '' });
  const jobs = useQuery(createQuery('jobList', { params: { projectId: project.id } }));
  const { failure, reading, running } = findLatestRouteTable(jobs.data?.items ?? [], deviceId);
  const diagnose = useMutation({ ...createMutation('deviceDiagnose'), onSuccess: awaitRefetch });
  const can = readPermission(scope, device.data?.can.diagnose);
  const [openedAt] = useState(() => Date.now());
  const isOld = !reading || openedAt - Date.parse(reading.at) > OLD_MS;
  const isReadable = can?.allowed === true && jobs.data !== undefined && isOld && !running;
  const load = useEffectEvent(() => diagnose.mutate({ params, body: { kind: 'route-table' } }));
  // Reads a new table when the page opens, unless there is a recent one.
  useEffect(() => {
    if (isReadable && failure === undefined) load();
  }, [isReadable, failure]);
  const read = (
    <GatedButton
      can={can}
      leftSection={<IconRefresh size={15} />}
      loading={running || diagnose.isPending}
      onClick={() => diagnose.mutate({ params, body: { kind: 'route-table' } })}
    >
      Refresh routes
    </GatedButton>
  );
  const problem = diagnose.error ? toErrorSentence(diagnose.error) : failure;
  return (
    <Page
      title="Route Table"
      note={reading ? <Age at={reading.at} timeZone={project.timeZone} verb="updated" /> : 'not loaded'}
      layout="fill"
      actions={read}
    >
      {problem && <Notice tone="error">{problem}</Notice>}
      {reading && (
        <MissingRoutes routes={listMissingRoutes(getItems(base, 'staticRoutes'), reading.routes)} />
      )}
      <DataGrid
        id="route-table"
        label="Routes"
        noun="route"
        rows={jobs.data && (reading?.routes ?? [])}
        columns={columns}
        rowId={getRowId}
        rowName={({ destination, prefix }) => `${destination}/${prefix}`}
        defaultSort="destination"
        empty={
          <EmptyNote
            icon={<IconTable size={40} stroke={1.4} />}
            title={running || diagnose.isPending ? 'Loading the routes' : 'Not loaded yet'}
          >
            {can?.allowed === false
              ? can.reason
              : 'Refresh loads the routing table from the gateway: its own networks, static routes and routes from the ISP.'}
          </EmptyNote>
        }
      />
    </Page>
  );
}

/**
 * Lists applied routes that the gateway does not use, because the next hop is unreachable or another route
 * replaces them.
 */
function MissingRoutes({ routes }: { readonly routes: readonly StaticRoute[] }) {
  if (routes.length === 0) return null;
  const names = routes.map(({ destination, name, prefix }) => `${name} (${destination}/${prefix})`);
  return <Notice tone="warning">Applied, but not in this table: {names.join(', ')}.</Notice>;
}

const ORIGIN_LABELS: Readonly<Record<TableRoute['origin'], string>> = {
  connected: 'Own network',
  static: 'Static route',
  wan: 'Internet',
  other: 'Other',
};

function OriginBadge({ origin }: Pick<TableRoute, 'origin'>) {
  return (
    <span
      className={`badge ${origin === 'static' ? 'accent' : 'mut'} ${classes['origin']}`}
      data-origin={origin}
    >
      {ORIGIN_LABELS[origin]}
    </span>
  );
}

const getRowId = ({ destination, metric, nextHop, port, prefix }: TableRoute): string =>
  [destination, prefix, nextHop, port, metric].join(' ');

/** Returns the configured static route that a route of the table comes from. */
const findStaticRoute = (route: TableRoute, config: NetworkConfig): StaticRoute | undefined =>
  getItems(config, 'staticRoutes').find(
    ({ destination, nextHop, prefix }) =>
      route.destination === destination && route.prefix === prefix && route.nextHop === nextHop,
  );

/** Formats a port of the gateway with its label; the interface of a VLAN has the name of the VLAN. */
function formatPort(
  port: string | undefined,
  config: NetworkConfig,
  { lanPorts, wanPorts }: NetworkScope,
): string | undefined {
  const vlan = /^vlan(\d+)$/.exec(port ?? '')?.[1];
  if (vlan === undefined) return [...wanPorts, ...lanPorts].find(({ id }) => id === port)?.label ?? port;
  return Number(vlan) === LAN_VLAN_ID ? 'LAN' : `VLAN ${formatVlan(Number(vlan), config)}`;
}

const createColumns = (config: NetworkConfig, scope: NetworkScope): readonly GridColumn<TableRoute>[] => [
  {
    id: 'destination',
    header: 'Destination',
    card: 'title',
    width: 190,
    value: ({ destination }) => formatSortableIp(destination),
    text: ({ destination, prefix }) => `${destination}/${prefix}${prefix === 0 ? ', default' : ''}`,
    cell: ({ destination, prefix }) =>
      prefix === 0 ? (
        <span>
          <strong>Default route</strong> <span className="mut">0.0.0.0/0</span>
        </span>
      ) : (
        `${destination}/${prefix}`
      ),
  },
  {
    id: 'nextHop',
    header: 'Next hop',
    card: 'detail',
    width: 160,
    value: ({ nextHop }) => formatSortableIp(nextHop),
    text: ({ nextHop }) => nextHop ?? 'direct',
    cell: ({ nextHop }) => nextHop ?? <span className="mut">directly connected</span>,
  },
  {
    id: 'port',
    header: 'Interface',
    card: 'detail',
    width: 150,
    facet: true,
    value: ({ port }) => formatPort(port, config, scope),
  },
  {
    id: 'origin',
    header: 'Origin',
    card: 'more',
    width: 140,
    facet: true,
    value: ({ origin }) => ORIGIN_LABELS[origin],
    cell: ({ origin }) => <OriginBadge origin={origin} />,
    cardCell: (route) => (
      <>
        <OriginBadge origin={route.origin} />{' '}
        {route.origin === 'static' && findStaticRoute(route, config)?.name}
      </>
    ),
  },
  {
    id: 'rule',
    header: 'Static route',
    width: 150,
    value: (route) => findStaticRoute(route, config)?.name,
  },
  { id: 'metric', header: 'Metric', hidden: true, width: 90, align: 'right', value: ({ metric }) => metric },
];
