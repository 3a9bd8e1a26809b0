import type { NetworkConfig } from '@northlight/contract';
import IconTags from '@tabler/icons-react/dist/esm/icons/IconTags.mjs';
import { useQuery } from '@tanstack/react-query';
import { lazy, useCallback, useMemo } from 'react';
import { useProject } from '../../../app/shell-context.tsx';
import { createQuery } from '../../../kit/api/index.ts';
import { ABSENT } from '../../../kit/format/index.ts';
import { formatRange, formatSortableIp } from '../../../kit/format/sortable-ip.ts';
import type { GridColumn } from '../../../kit/grid/index.ts';
import { useTemplateAction } from '../../../templates/index.ts';
import { ClientCount } from '../../ClientCount.tsx';
import { type OpenDraft, useNetworkDraft } from '../../../draft/index.ts';
import { StagedListPage, type StagedFormProps } from '../../StagedListPage.tsx';
import { formatPortLabels } from './format-port-labels.ts';
import {
  countByVlan,
  findPool,
  getNetwork,
  getRowId,
  getRowName,
  listNetworkRows,
  listSsids,
  type NetworkRow,
  type NetworkUsage,
} from './network-rows.ts';

const VlanForm = lazy(async () => ({ default: (await import('./VlanForm.tsx')).VlanForm }));
const LanForm = lazy(async () => ({ default: (await import('./LanForm.tsx')).LanForm }));
const LISTS = ['vlans', 'lan'] as const;
const getList = ({ kind }: NetworkRow) => (kind === 'lan' ? 'lan' : 'vlans');

function NetworkForm({ item, ...rest }: StagedFormProps<NetworkRow>) {
  return item?.kind === 'lan' ? (
    <LanForm item={item.lan} {...rest} />
  ) : (
    <VlanForm item={item?.vlan} {...rest} />
  );
}

/** The LAN and the VLANs of the gateway, with the clients and devices in them. */
export function VlanPage() {
  const draft = useNetworkDraft();
  const template = useTemplateAction();
  const usage = useNetworkUsage();
  const hasGateway = draft.scope.device !== undefined;
  const rowsOf = useCallback((config: NetworkConfig) => listNetworkRows(config, hasGateway), [hasGateway]);
  const columns = useMemo(() => networkColumns(draft, usage), [draft, usage]);
  return (
    <StagedListPage
      title="VLAN"
      gridId="vlans"
      noun="VLAN"
      more={template}
      lists={LISTS}
      rowsOf={rowsOf}
      listOf={getList}
      limit={draft.scope.limits.vlans}
      feature="vlan"
      count={draft.config.vlans.length}
      columns={columns}
      idOf={getRowId}
      nameOf={(row) => (row.kind === 'lan' ? 'LAN' : `VLAN ${row.vlanId}`)}
      defaultSort="id"
      icon={<IconTags size={40} stroke={1.4} />}
      explanation="A VLAN is a separate network on the gateway with an ID, an address, a DHCP range and LAN ports. Changes are sent to the gateway when you apply the draft."
      form={NetworkForm}
    />
  );
}

function useNetworkUsage(): NetworkUsage | undefined {
  const { id: projectId } = useProject();
  const params = { projectId };
  const clients = useQuery(createQuery('clientList', { params, query: { online: 'true' } })).data?.items;
  const devices = useQuery(createQuery('deviceList', { params })).data?.items;
  return useMemo(
    () => clients && devices && { clients: countByVlan(clients), devices: countByVlan(devices) },
    [clients, devices],
  );
}

function networkColumns(
  { config, scope }: OpenDraft,
  usage: NetworkUsage | undefined,
): readonly GridColumn<NetworkRow>[] {
  const labels = new Map(scope.lanPorts.map(({ id, label }) => [id, label] as const));
  const toLabels = (ports: readonly string[]): string | undefined =>
    formatPortLabels(ports.map((port) => labels.get(port) ?? port)) || undefined;
  /** Ports that are untagged in no VLAN. */
  const free = scope.lanPorts
    .map(({ id }) => id)
    .filter((id) => config.vlans.every(({ ports }) => !ports.includes(id)));
  const poolOf = ({ vlanId }: NetworkRow) => findPool(config, vlanId);
  return [
    { id: 'id', header: 'VLAN ID', card: 'figure', width: 90, align: 'right', value: ({ vlanId }) => vlanId },
    { id: 'name', header: 'Name', card: 'title', width: 120, value: getRowName },
    {
      id: 'ip',
      header: 'Gateway IP',
      card: 'detail',
      width: 140,
      value: (row) => formatSortableIp(getNetwork(row)?.ip),
      text: (row) => {
        const network = getNetwork(row);
        return network ? `${network.ip}/${network.prefix}` : 'Gateway default';
      },
    },
    {
      id: 'dhcp',
      header: 'DHCP range',
      width: 196,
      value: (row) => poolOf(row)?.name,
      text: (row) => {
        const pool = poolOf(row);
        return pool ? formatRange(pool) : ABSENT;
      },
    },
    {
      id: 'clients',
      header: 'Clients',
      card: 'figure',
      width: 84,
      align: 'right',
      value: ({ vlanId }) => usage && (usage.clients.get(vlanId) ?? 0),
      cell: ({ vlanId }) => (
        <ClientCount filter={`VLAN = ${vlanId}`} count={usage && (usage.clients.get(vlanId) ?? 0)} />
      ),
    },
    {
      id: 'devices',
      header: 'Devices',
      card: 'more',
      isInCard: ({ vlanId }) => (usage?.devices.get(vlanId) ?? 0) > 0,
      width: 84,
      align: 'right',
      value: ({ vlanId }) => usage && (usage.devices.get(vlanId) ?? 0),
    },
    {
      id: 'ssids',
      header: 'Wi-Fi',
      card: 'more',
      width: 150,
      value: (row) => listSsids(config, row).join(', ') || undefined,
    },
    {
      id: 'ports',
      header: 'Untagged',
      card: 'more',
      width: 124,
      value: (row) => toLabels(row.kind === 'lan' ? free : row.vlan.ports),
    },
    {
      id: 'tagged',
      header: 'Tagged',
      card: 'more',
      width: 110,
      value: (row) => (row.kind === 'lan' ? undefined : toLabels(row.vlan.taggedPorts ?? [])),
    },
  ];
}
