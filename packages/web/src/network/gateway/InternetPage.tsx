import type { DeviceDetail, NetworkConfig, Wan } from '@northlight/contract';
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs';
import { useQuery } from '@tanstack/react-query';
import { lazy, useCallback } from 'react';
import { useProject } from '../../app/current.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { formatSortableIp } from '../../kit/format/sortable-ip.ts';
import type { GridColumn } from '../../kit/grid/index.ts';
import { isEqual } from '../draft.ts';
import { type NetworkDraft, useNetworkDraft } from '../draft-context.tsx';
import { StagedListPage } from '../StagedListPage.tsx';
import type { WanPort } from './WanForm.tsx';
import { ReadingAge } from './WanState.tsx';
import { describeWanAddresses, describeWanState, findWanReading } from './wan-readings.ts';

const WanForm = lazy(async () => ({ default: (await import('./WanForm.tsx')).WanForm }));

/** Row of the table of WAN ports. */
type PortRow = WanPort & {
  /**
   * True if the draft changes the port: the row then shows the staged addresses, and the panel shows the
   * addresses in use.
   */
  readonly isStaged?: boolean;
};
const LISTS = ['wan'] as const;
const getRowId = ({ port }: PortRow) => port;
const getList = () => LISTS[0];

/** Lists the WAN ports of the gateway with their connections. */
export function InternetPage() {
  const draft = useNetworkDraft();
  const { id: projectId } = useProject();
  const deviceId = draft.scope.device?.id ?? '';
  const { data: device } = useQuery({
    ...createQuery('deviceGet', { params: { projectId, deviceId } }),
    enabled: deviceId !== '',
  });
  const rowsOf = useCallback(
    (config: NetworkConfig) =>
      listWanPorts(draft, config.wan).map((row) => withReading(row, device, draft.base)),
    [device, draft],
  );
  return (
    <StagedListPage
      title="Internet"
      gridId="wan"
      noun="port"
      lists={LISTS}
      rowsOf={rowsOf}
      listOf={getList}
      limit={draft.scope.wanPorts.length}
      columns={COLUMNS}
      idOf={getRowId}
      nameOf={({ label }) => label}
      defaultSort="label"
      icon={<IconWorld size={40} stroke={1.4} />}
      explanation="The WAN ports of the gateway and their internet connections are listed here once the project has a gateway."
      add={null}
      form={WanForm}
    />
  );
}

/** Lists the WAN ports of the gateway, and configured ports that the gateway no longer has. */
function listWanPorts({ scope }: NetworkDraft, settings: readonly Wan[] = []): readonly WanPort[] {
  const known = scope.wanPorts.map(({ id, label }) => ({
    port: id,
    label,
    wan: settings.find(({ port }) => port === id),
  }));
  const removed = settings.filter(({ port }) => !known.some((each) => each.port === port));
  return [...known, ...removed.map((wan) => ({ port: wan.port, label: wan.port, wan }))];
}

function withReading(row: PortRow, device: DeviceDetail | undefined, { wan = [] }: NetworkConfig): PortRow {
  const applied = wan.find(({ port }) => port === row.port);
  return {
    ...row,
    reading: findWanReading(device, row.port),
    isStaged: !isEqual(row.wan, applied),
  };
}

const describeAddresses = ({ isStaged, reading, wan }: PortRow): ReturnType<typeof describeWanAddresses> =>
  describeWanAddresses(isStaged ? undefined : reading, wan);

const COLUMNS: readonly GridColumn<PortRow>[] = [
  { id: 'label', header: 'Port', width: 90, value: ({ label }) => label },
  { id: 'mode', header: 'Connection', width: 140, facet: true, value: modeLabel },
  {
    id: 'status',
    header: 'Status',
    width: 130,
    facet: true,
    value: ({ reading }) => reading && describeWanState(reading),
  },
  {
    id: 'ip',
    header: 'Address',
    width: 160,
    value: (row) => formatSortableIp(describeAddresses(row).ip),
    text: (row) => describeAddresses(row).address,
  },
  { id: 'gateway', header: 'Gateway', width: 140, value: (row) => describeAddresses(row).gateway },
  { id: 'dns', header: 'DNS', width: 200, value: (row) => describeAddresses(row).dns },
  {
    id: 'at',
    header: 'Updated',
    width: 150,
    value: ({ reading }) => reading?.at,
    cell: ({ reading }) => <ReadingAge reading={reading} />,
  },
];

function modeLabel({ wan }: PortRow): string {
  if (wan === undefined) return 'Default';
  if (wan.mode === 'pppoe') return wan.lines.length > 1 ? `PPPoE, ${wan.lines.length} lines` : 'PPPoE';
  return wan.mode === 'dhcp' ? 'Dynamic IP' : 'Static IP';
}
