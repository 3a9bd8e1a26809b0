import type { NetworkConfig, Wan } from '@northlight/contract';
import { Skeleton } from '@mantine/core';
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { formatSortableIp } from '../../kit/format/sortable-ip.ts';
import type { GridColumn } from '../../kit/grid/index.ts';
import { type NetworkDraft, useNetworkDraft } from '../draft-context.tsx';
import { StagedListPage } from '../StagedListPage.tsx';
import type { WanPort } from './WanForm.tsx';
import { describeWanAddresses, findWanReading } from './wan-readings.ts';

const WanCards = lazy(async () => ({ default: (await import('./WanCards.tsx')).WanCards }));
const WanForm = lazy(async () => ({ default: (await import('./WanForm.tsx')).WanForm }));

/** Height of the cards of connected ports in a wide window (px). */
const CARDS_HEIGHT = 340;
const CARDS_LOADING = <Skeleton height={CARDS_HEIGHT} />;
const LISTS = ['wan'] as const;
const getRowId = ({ port }: WanPort) => port;
const getList = () => LISTS[0];

/** The WAN ports of the gateway: a card with the present state of each, and a list of their settings. */
export function InternetPage() {
  const draft = useNetworkDraft();
  const { id: projectId } = useProject();
  const deviceId = draft.scope.device?.id ?? '';
  const { data: device, isLoading } = useQuery({
    ...createQuery('deviceGet', { params: { projectId, deviceId } }),
    enabled: deviceId !== '',
  });
  const rowsOf = useCallback(
    (config: NetworkConfig) =>
      listWanPorts(draft, config.wan).map((row) => ({ ...row, reading: findWanReading(device, row.port) })),
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
      summary={
        // Reserves the room of the cards, so that the list does not move when they appear.
        isLoading || device?.wans !== undefined ? (
          <Suspense fallback={CARDS_LOADING}>
            {device ? <WanCards device={device} ports={draft.scope.wanPorts} /> : CARDS_LOADING}
          </Suspense>
        ) : undefined
      }
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

const describeSetting = ({ wan }: WanPort): ReturnType<typeof describeWanAddresses> =>
  describeWanAddresses(undefined, wan);

const COLUMNS: readonly GridColumn<WanPort>[] = [
  { id: 'label', header: 'Port', card: 'title', width: 90, value: ({ label }) => label },
  { id: 'mode', header: 'Connection', card: 'detail', width: 140, facet: true, value: modeLabel },
  {
    id: 'ip',
    header: 'Address',
    card: 'detail',
    width: 160,
    value: (row) => formatSortableIp(describeSetting(row).ip),
    text: (row) => describeSetting(row).address,
  },
  { id: 'gateway', header: 'Gateway', width: 140, value: (row) => describeSetting(row).gateway },
  { id: 'dns', header: 'DNS', width: 200, value: (row) => describeSetting(row).dns },
];

function modeLabel({ wan }: WanPort): string {
  if (wan === undefined) return 'Default';
  if (wan.mode === 'pppoe') return wan.lines.length > 1 ? `PPPoE, ${wan.lines.length} lines` : 'PPPoE';
  return wan.mode === 'dhcp' ? 'Dynamic IP' : 'Static IP';
}
