import type { Vlan } from '@northlight/contract';
import { formatMask } from '@northlight/contract/net';
import IconTags from '@tabler/icons-react/dist/esm/icons/IconTags.mjs';
import { lazy, useMemo } from 'react';
import { formatSortableIp } from '../../kit/format/sortable-ip.ts';
import type { GridColumn } from '../../kit/grid/index.ts';
import { markColumn } from '../mark-column.tsx';
import { type NetworkDraft, useNetworkDraft } from '../draft-context.tsx';
import { StagedListPage } from '../StagedListPage.tsx';
import { SaveAsTemplate } from '../../templates/index.ts';

const VlanForm = lazy(async () => ({ default: (await import('./VlanForm.tsx')).VlanForm }));
const LISTS = ['vlans'] as const;
const getRowId = (vlan: Vlan) => String(vlan.id);

export function VlanPage() {
  const draft = useNetworkDraft();
  const columns = useMemo(() => vlanColumns(draft), [draft]);
  return (
    <StagedListPage
      title="VLAN"
      gridId="vlans"
      noun="VLAN"
      tools={<SaveAsTemplate />}
      lists={LISTS}
      rows={draft.config.vlans}
      limit={draft.scope.limits.vlans}
      columns={columns}
      idOf={getRowId}
      nameOf={(vlan) => `VLAN ${vlan.id}`}
      defaultSort="id"
      icon={<IconTags size={40} stroke={1.4} />}
      explanation="A VLAN is a separate network on the gateway with an ID, an address and LAN ports. Changes are sent to the gateway when you apply the draft."
      form={VlanForm}
    />
  );
}

function vlanColumns({ base, config, scope }: NetworkDraft): readonly GridColumn<Vlan>[] {
  const labels = new Map(scope.lanPorts.map(({ id, label }) => [id, label] as const));
  return [
    { id: 'id', header: 'VLAN ID', width: 98, align: 'right', value: (vlan) => vlan.id },
    { id: 'name', header: 'Name', width: 150, value: (vlan) => vlan.name },
    {
      id: 'ip',
      header: 'Gateway IP',
      width: 140,
      value: (vlan) => formatSortableIp(vlan.ip),
      text: (vlan) => vlan.ip,
    },
    {
      id: 'mask',
      header: 'Mask',
      width: 170,
      value: (vlan) => vlan.prefix,
      text: (vlan) => `/${vlan.prefix} ${formatMask(vlan.prefix)}`,
      cell: (vlan) => (
        <span>
          /{vlan.prefix} <span className="mut">{formatMask(vlan.prefix)}</span>
        </span>
      ),
    },
    {
      id: 'ports',
      header: 'Untagged LAN ports',
      width: 190,
      value: (vlan) => vlan.ports.map((port) => labels.get(port) ?? port).join(', ') || undefined,
    },
    {
      id: 'pool',
      header: 'DHCP pool',
      width: 140,
      value: (vlan) => config.dhcpPools.find(({ vlanId }) => vlanId === vlan.id)?.name,
    },
    markColumn(base.vlans, getRowId),
  ];
}
