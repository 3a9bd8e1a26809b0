import type { BridgeDevice, BridgeLink, BridgeState, NetworkConfig } from '@northlight/contract';
import IconAlertTriangleFilled from '@tabler/icons-react/dist/esm/icons/IconAlertTriangleFilled.mjs';
import IconAntenna from '@tabler/icons-react/dist/esm/icons/IconAntenna.mjs';
import IconCircleCheckFilled from '@tabler/icons-react/dist/esm/icons/IconCircleCheckFilled.mjs';
import IconCircleDashed from '@tabler/icons-react/dist/esm/icons/IconCircleDashed.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, useMemo } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { ABSENT, formatPlural } from '../../kit/format/index.ts';
import type { GridColumn } from '../../kit/grid/index.ts';
import { PATHS } from '../../paths.ts';
import { SignalBars } from '../../kit/signal/index.ts';
import { getItems, useNetworkDraft } from '../../draft/index.ts';
import { StagedListPage } from '../StagedListPage.tsx';
import { type ClientReading, describeLinkState, findWeakestSignal, readLink } from './link-readings.ts';

const BridgeForm = lazy(async () => ({ default: (await import('./BridgeForm.tsx')).BridgeForm }));
const LISTS = ['bridgeLinks'] as const;
const LINKS_MAX = 256;
const getRowId = ({ id }: BridgeLink) => id;
const getName = ({ name }: BridgeLink) => name;
const getList = () => LISTS[0];
const getDevices = ({ baseId, clientIds }: BridgeLink) => [baseId, ...clientIds];
const listLinks = (config: NetworkConfig) => getItems(config, LISTS[0]);

/** Lists the links between the bridges of the project with their measured state. */
export function BridgeLinks({ views }: { readonly views: ReactNode }) {
  const draft = useNetworkDraft();
  const { id: projectId } = useProject();
  const { data } = useQuery(createQuery('bridgeStateList', { params: { projectId } }));
  const states = data?.items;
  const devices = draft.scope.bridges?.devices;
  const columns = useMemo(() => createColumns(states, devices ?? []), [devices, states]);
  const count = devices?.length ?? 0;
  return (
    <StagedListPage
      title="Wireless"
      gridId="bridge-links"
      noun="bridge link"
      note={
        <>
          {formatPlural(count, 'bridge')} · <Link to={PATHS.networkHistory}>history</Link>
        </>
      }
      tools={views}
      lists={LISTS}
      rowsOf={listLinks}
      listOf={getList}
      devicesOf={getDevices}
      limit={LINKS_MAX}
      columns={columns}
      idOf={getRowId}
      nameOf={getName}
      defaultSort="name"
      icon={<IconAntenna size={40} stroke={1.4} />}
      explanation={
        count < 2
          ? 'A bridge link connects two places by radio, for example a house and a barn. Add two bridges to the project first.'
          : 'A bridge link connects two places by radio, for example a house and a barn. It has a base at the end with the internet, and its clients.'
      }
      {...(count < 2 && { add: <Link to={PATHS.devices}>Add bridges in Device Maintenance</Link> })}
      form={BridgeForm}
    />
  );
}

function createColumns(
  states: readonly BridgeState[] | undefined,
  devices: readonly BridgeDevice[],
): readonly GridColumn<BridgeLink>[] {
  const nameOf = (id: string): string => devices.find((device) => device.id === id)?.name ?? ABSENT;
  const read = (link: BridgeLink) => readLink(link, states ?? [], devices);
  const getState = (link: BridgeLink): string => (states ? describeLinkState(read(link)) : ABSENT);
  return [
    { id: 'name', header: 'Name', card: 'title', width: 150, value: getName },
    {
      id: 'link',
      header: 'Link',
      card: 'state',
      width: 150,
      facet: true,
      value: getState,
      cell: (link) => <LinkState clients={states && read(link)} />,
    },
    {
      id: 'signal',
      header: 'Signal (dBm)',
      card: 'detail',
      width: 122,
      align: 'right',
      value: (link) => findWeakestSignal(read(link)),
      cell: (link) => {
        const signal = findWeakestSignal(read(link));
        return signal === undefined ? ABSENT : <SignalBars dbm={signal} />;
      },
      cardCell: (link) => {
        const signal = findWeakestSignal(read(link));
        return signal === undefined ? 'No signal' : <SignalBars dbm={signal} unit />;
      },
    },
    {
      id: 'base',
      header: 'Base',
      card: 'detail',
      width: 150,
      value: ({ baseId }) => nameOf(baseId),
      cardCell: ({ baseId, clientIds }) => `${nameOf(baseId)} → ${clientIds.map(nameOf).join(', ')}`,
    },
    {
      id: 'clients',
      header: 'Client bridges',
      width: 190,
      value: ({ clientIds }) => clientIds.map(nameOf).join(', '),
    },
    {
      id: 'distance',
      header: 'Distance (m)',
      card: 'detail',
      width: 120,
      align: 'right',
      value: ({ distanceMetres }) => distanceMetres,
      cardCell: ({ distanceMetres }) => `${distanceMetres} m`,
    },
  ];
}

/** State of a link, which can be distinguished without colour. */
function LinkState({ clients }: { readonly clients: readonly ClientReading[] | undefined }) {
  if (!clients) return <span className="mut">{ABSENT}</span>;
  const isReported = clients.some(({ state }) => state !== 'unknown');
  const isWhole = clients.every(({ state }) => state === 'connected');
  const Sign = isWhole ? IconCircleCheckFilled : isReported ? IconAlertTriangleFilled : IconCircleDashed;
  return (
    <span
      className={`row gap-6 ${isReported ? '' : 'mut'}`}
      data-state={isWhole ? 'ok' : isReported ? 'warning' : 'none'}
    >
      <Sign className="tone" size={15} aria-hidden />
      <span>{describeLinkState(clients)}</span>
    </span>
  );
}
