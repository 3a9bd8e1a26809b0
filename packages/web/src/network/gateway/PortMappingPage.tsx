import { listInsideNetworks, MAPPING_PROTOCOL_LABELS, type PortMapping } from '@northlight/contract';
import IconArrowsRightLeft from '@tabler/icons-react/dist/esm/icons/IconArrowsRightLeft.mjs';
import { lazy, useMemo } from 'react';
import { formatSortableIp } from '../../kit/format/sortable-ip.ts';
import type { GridColumn } from '../../kit/grid/index.ts';
import { getItems } from '../staged-lists.ts';
import { markColumn } from '../mark-column.tsx';
import { type NetworkDraft, useNetworkDraft } from '../draft-context.tsx';
import { StagedListPage } from '../StagedListPage.tsx';

import { VlanFirst } from './VlanFirst.tsx';

const MappingForm = lazy(async () => ({ default: (await import('./MappingForm.tsx')).MappingForm }));
const LISTS = ['portMappings'] as const;
const getRowId = ({ name }: PortMapping) => name;

export function PortMappingPage() {
  const draft = useNetworkDraft();
  const columns = useMemo(() => mappingColumns(draft), [draft]);
  return (
    <StagedListPage
      title="Port Mapping"
      gridId="port-mappings"
      noun="port mapping"
      lists={LISTS}
      rows={getItems(draft.config, 'portMappings')}
      limit={draft.scope.limits.portMappings}
      columns={columns}
      idOf={getRowId}
      defaultSort="name"
      icon={<IconArrowsRightLeft size={40} stroke={1.4} />}
      explanation="A port mapping (port forwarding) forwards ports from the internet to a host on your network."
      add={listInsideNetworks(draft.config).length === 0 ? <VlanFirst /> : undefined}
      form={MappingForm}
    />
  );
}

function mappingColumns({ base }: NetworkDraft): readonly GridColumn<PortMapping>[] {
  return [
    { id: 'name', header: 'Name', width: 150, value: getRowId },
    {
      id: 'protocol',
      header: 'Protocol',
      width: 120,
      facet: true,
      value: ({ protocol }) => MAPPING_PROTOCOL_LABELS[protocol],
    },
    { id: 'external', header: 'External ports', width: 150, value: ({ externalPorts }) => externalPorts },
    {
      id: 'host',
      header: 'Internal address',
      width: 140,
      value: ({ internalIp }) => formatSortableIp(internalIp),
      text: ({ internalIp }) => internalIp,
    },
    { id: 'internal', header: 'Internal ports', width: 150, value: ({ internalPorts }) => internalPorts },
    markColumn(getItems(base, 'portMappings'), getRowId),
  ];
}
