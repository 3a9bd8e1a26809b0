import {
  listInsideNetworks,
  MAPPING_PROTOCOL_LABELS,
  type NetworkConfig,
  type PortMapping,
} from '@northlight/contract';
import IconArrowsRightLeft from '@tabler/icons-react/dist/esm/icons/IconArrowsRightLeft.mjs';
import { lazy } from 'react';
import { formatSortableIp } from '../../kit/format/sortable-ip.ts';
import type { GridColumn } from '../../kit/grid/index.ts';
import { getItems } from '../staged-lists.ts';
import { useNetworkDraft } from '../draft-context.tsx';
import { StagedListPage } from '../StagedListPage.tsx';

import { NetworkFirst } from './NetworkFirst.tsx';

const MappingForm = lazy(async () => ({ default: (await import('./MappingForm.tsx')).MappingForm }));
const LISTS = ['portMappings'] as const;
const getRowId = ({ name }: PortMapping) => name;
const getList = () => LISTS[0];
const listMappings = (config: NetworkConfig) => getItems(config, LISTS[0]);

export function PortMappingPage() {
  const draft = useNetworkDraft();
  return (
    <StagedListPage
      title="Port Mapping"
      gridId="port-mappings"
      noun="port mapping"
      lists={LISTS}
      rowsOf={listMappings}
      listOf={getList}
      feature="port-mapping"
      limit={draft.scope.limits.portMappings}
      columns={COLUMNS}
      idOf={getRowId}
      defaultSort="name"
      icon={<IconArrowsRightLeft size={40} stroke={1.4} />}
      explanation="A port mapping (port forwarding) forwards ports from the internet to a host on your network."
      add={listInsideNetworks(draft.config).length === 0 ? <NetworkFirst /> : undefined}
      form={MappingForm}
    />
  );
}

const COLUMNS: readonly GridColumn<PortMapping>[] = [
  { id: 'name', header: 'Name', card: 'title', width: 150, value: getRowId },
  {
    id: 'protocol',
    header: 'Protocol',
    width: 120,
    facet: true,
    value: ({ protocol }) => MAPPING_PROTOCOL_LABELS[protocol],
  },
  {
    id: 'external',
    header: 'External ports',
    width: 150,
    value: ({ externalPorts }) => externalPorts,
  },
  {
    id: 'host',
    header: 'Internal address',
    width: 140,
    value: ({ internalIp }) => formatSortableIp(internalIp),
    text: ({ internalIp }) => internalIp,
  },
  { id: 'internal', header: 'Internal ports', width: 150, value: ({ internalPorts }) => internalPorts },
  {
    // The whole mapping in one text, for a card.
    id: 'forwarding',
    header: 'Forwarding',
    card: 'detail',
    hidden: true,
    width: 240,
    value: ({ externalPorts, internalIp, internalPorts, protocol }) =>
      `${MAPPING_PROTOCOL_LABELS[protocol]} ${externalPorts} → ${internalIp}:${internalPorts}`,
  },
];
