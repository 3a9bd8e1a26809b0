import {
  listInsideNetworks,
  MAPPING_PROTOCOL_LABELS,
  type NetworkConfig,
  type PortMapping,
} from '@northlight/contract';
import IconArrowsRightLeft from '@tabler/icons-react/dist/esm/icons/IconArrowsRightLeft.mjs';
import { useQuery } from '@tanstack/react-query';
import { lazy, useMemo } from 'react';
import { useProject } from '../../../app/shell-context.tsx';
import { createQuery } from '../../../kit/api/index.ts';
import { ABSENT } from '../../../kit/format/index.ts';
import { formatSortableIp } from '../../../kit/format/sortable-ip.ts';
import type { GridColumn } from '../../../kit/grid/index.ts';
import { getItems, useNetworkDraft } from '../../../draft/index.ts';
import { StagedListPage } from '../../StagedListPage.tsx';

import { NetworkFirst } from '../NetworkFirst.tsx';

const MappingForm = lazy(async () => ({ default: (await import('./MappingForm.tsx')).MappingForm }));
const LISTS = ['portMappings'] as const;
const getRowId = ({ name }: PortMapping) => name;
const getList = () => LISTS[0];
const listMappings = (config: NetworkConfig) => getItems(config, LISTS[0]);

export function PortMappingPage() {
  const draft = useNetworkDraft();
  const { id: projectId } = useProject();
  const params = { projectId };
  const deviceId = draft.scope.device?.id ?? '';
  const gateway = useQuery({
    ...createQuery('deviceGet', { params: { projectId, deviceId } }),
    enabled: deviceId !== '',
  }).data;
  const clients = useQuery(createQuery('clientList', { params, query: {} })).data?.items;
  const devices = useQuery(createQuery('deviceList', { params, query: {} })).data?.items;
  const columns = useMemo(() => {
    const hosts = [...(devices ?? []), ...(clients ?? [])];
    const names = new Map(hosts.flatMap(({ ip, name }) => (ip && name ? [[ip, name] as const] : [])));
    const [wan] = (gateway?.wans ?? []).flatMap(({ ip }) => ip ?? []);
    return createColumns(names, wan);
  }, [clients, devices, gateway]);
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
      columns={columns}
      idOf={getRowId}
      defaultSort="name"
      icon={<IconArrowsRightLeft size={40} stroke={1.4} />}
      explanation="A port mapping (port forwarding) forwards ports from the internet to a host on your network."
      add={listInsideNetworks(draft.config).length === 0 ? <NetworkFirst /> : undefined}
      form={MappingForm}
    />
  );
}

/** `names` are the names of hosts by address, `wan` is the address of the gateway on the internet. */
const createColumns = (
  names: ReadonlyMap<string, string>,
  wan: string | undefined,
): readonly GridColumn<PortMapping>[] => [
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
    width: 130,
    value: ({ externalPorts }) => externalPorts,
  },
  {
    id: 'wan',
    header: 'WAN address',
    width: 140,
    value: () => wan,
    text: () => wan ?? ABSENT,
  },
  {
    id: 'host',
    header: 'Internal address',
    width: 140,
    value: ({ internalIp }) => formatSortableIp(internalIp),
    text: ({ internalIp }) => internalIp,
  },
  {
    id: 'target',
    header: 'Host',
    card: 'detail',
    width: 150,
    value: ({ internalIp }) => names.get(internalIp),
    text: ({ internalIp }) => names.get(internalIp) ?? ABSENT,
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
