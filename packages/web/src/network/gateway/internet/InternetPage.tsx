import type { NetworkConfig, Wan } from '@northlight/contract';
import { Skeleton } from '@mantine/core';
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback } from 'react';
import { ButtonLink } from '../../../app/app-link.tsx';
import { useProject } from '../../../app/shell-context.tsx';
import { createQuery } from '../../../kit/api/index.ts';
import type { GridColumn } from '../../../kit/grid/index.ts';
import { PATHS } from '../../../paths.ts';
import { type OpenDraft, useNetworkDraft } from '../../../draft/index.ts';
import { GatewayNote } from '../../GatewayNote.tsx';
import { StagedListPage } from '../../StagedListPage.tsx';
import type { WanPort } from './WanForm.tsx';
import { findWanReading } from './wan-readings.ts';

const WanCards = lazy(async () => ({ default: (await import('./WanCards.tsx')).WanCards }));
const WanForm = lazy(async () => ({ default: (await import('./WanForm.tsx')).WanForm }));

/** Height of the card of a connected port in a wide window (px). */
const CARD_HEIGHT = 420;
const LISTS = ['wan'] as const;
const getRowId = ({ port }: WanPort) => port;
const getList = () => LISTS[0];

/** The WAN ports of the gateway: a card for each with its current state and its settings. */
export function InternetPage() {
  const draft = useNetworkDraft();
  const { id: projectId } = useProject();
  const deviceId = draft.scope.device?.id ?? '';
  const { data: device, isLoading } = useQuery({
    ...createQuery('deviceGet', { params: { projectId, deviceId } }),
    enabled: deviceId !== '',
  });
  const rowsOf = useCallback(
    (config: NetworkConfig): readonly WanPort[] =>
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
      note={<GatewayNote />}
      renderItems={(view) => (
        <Suspense fallback={<Skeleton height={CARD_HEIGHT} />}>
          <WanCards {...view} isLoading={isLoading} gateway={device} />
        </Suspense>
      )}
      icon={<IconWorld size={40} stroke={1.4} />}
      emptyTitle={draft.scope.device && 'No WAN ports'}
      explanation={
        draft.scope.device
          ? `${draft.scope.device.name} has none. Another router of the site connects it to the internet.`
          : 'The WAN ports of the gateway and their internet connections are listed here once the project has a gateway.'
      }
      add={
        draft.scope.device ? null : (
          <ButtonLink to={PATHS.devices} search={{ dialog: 'add' }}>
            Add a gateway
          </ButtonLink>
        )
      }
      form={WanForm}
    />
  );
}

/** Lists the WAN ports of the gateway, and configured ports that the gateway no longer has. */
function listWanPorts({ scope }: OpenDraft, settings: readonly Wan[] = []): readonly WanPort[] {
  const known = scope.wanPorts.map(({ id, label }) => ({
    port: id,
    label,
    wan: settings.find(({ port }) => port === id),
  }));
  const removed = settings.filter(({ port }) => !known.some((each) => each.port === port));
  return [...known, ...removed.map((wan) => ({ port: wan.port, label: wan.port, wan }))];
}

const COLUMNS: readonly GridColumn<WanPort>[] = [
  { id: 'label', header: 'Port', card: 'title', width: 90, value: ({ label }) => label },
];
