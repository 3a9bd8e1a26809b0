import { type ForeignNetwork, formatBand } from '@northlight/contract';
import IconBroadcast from '@tabler/icons-react/dist/esm/icons/IconBroadcast.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { Age, formatCount } from '../../kit/format/index.ts';
import { createAgeColumn, type GridColumn, PanelGrid } from '../../kit/grid/index.ts';
import { LoadFailed, Page, Section } from '../../kit/page/index.ts';
import { PATHS } from '../../paths.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SignalBars } from '../../kit/signal/index.ts';

const getRowId = ({ bssid }: ForeignNetwork) => bssid;
const getName = ({ ssid }: ForeignNetwork) => ssid || 'Hidden network';

/** Lists the Wi-Fi networks of other sites that the project's radios receive on their own channels. */
export function ForeignNetworksPage({ tools }: { readonly tools: ReactNode }) {
  const { id: projectId, timeZone } = useProject();
  const list = useQuery(createQuery('foreignNetworkList', { params: { projectId } }));
  const columns = useMemo(() => createColumns(timeZone), [timeZone]);
  const rows = list.data?.items;
  if (list.error && !rows) return <LoadFailed error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <Page title="Wireless" note={rows && formatCount(rows.length)} layout="fill" tools={tools}>
      <PanelGrid
        panelLabel="Neighbouring network"
        renderTitle={getName}
        renderPanel={(network) => <NetworkPanel network={network} />}
        openable={rows}
        id="foreign-networks"
        label="Neighbouring networks"
        noun="network"
        rows={rows}
        columns={columns}
        rowId={getRowId}
        rowName={getName}
        defaultSort="signal"
        empty={
          <EmptyNote
            icon={<IconBroadcast size={40} stroke={1.4} />}
            title="No neighbouring networks received"
          >
            Access points listen on their own channels every 10 min. Wi-Fi networks of neighbours appear here,
            with the devices that receive them.
          </EmptyNote>
        }
      />
    </Page>
  );
}

const createColumns = (timeZone: string): readonly GridColumn<ForeignNetwork>[] => [
  { id: 'ssid', header: 'SSID', card: 'title', width: 190, value: getName },
  {
    id: 'signal',
    header: 'Signal (dBm)',
    card: 'state',
    width: 122,
    align: 'right',
    // Sorts the strongest signal first.
    value: ({ signalDbm }) => -signalDbm,
    text: ({ signalDbm }) => String(signalDbm),
    cell: ({ signalDbm }) => <SignalBars dbm={signalDbm} />,
  },
  {
    id: 'band',
    header: 'Band',
    card: 'detail',
    width: 80,
    facet: true,
    value: ({ band }) => formatBand(band),
  },
  {
    id: 'channel',
    header: 'Channel',
    card: 'figure',
    width: 92,
    align: 'right',
    facet: true,
    value: ({ channel }) => channel,
  },
  { id: 'security', header: 'Security', width: 140, facet: true, value: ({ security }) => security },
  {
    id: 'receiver',
    header: 'Strongest at',
    card: 'detail',
    width: 150,
    facet: true,
    value: ({ receivers }) => receivers[0]?.deviceName,
  },
  {
    id: 'receivers',
    header: 'Devices',
    width: 88,
    align: 'right',
    value: ({ receivers }) => receivers.length,
  },
  {
    id: 'own',
    header: 'Same SSID',
    width: 110,
    facet: true,
    value: ({ usesOwnSsid }) => (usesOwnSsid ? 'Yes' : 'No'),
  },
  createAgeColumn(timeZone, { id: 'seen', header: 'Last seen', width: 96, at: ({ seenAt }) => seenAt }),
  { id: 'bssid', header: 'BSSID', width: 150, mono: true, value: ({ bssid }) => bssid },
];

function NetworkPanel({ network }: { readonly network: ForeignNetwork }) {
  const { timeZone } = useProject();
  const { band, bssid, channel, receivers, security, seenAt, ssid, usesOwnSsid } = network;
  return (
    <>
      {usesOwnSsid && (
        <Notice tone="warning" title="This network has an SSID of your project.">
          No device of this project broadcasts it under this BSSID. Clients may join it by mistake. Find the
          device near {receivers[0]?.deviceName}.
        </Notice>
      )}
      <Section title="Wi-Fi network">
        <Facts
          items={[
            { label: 'SSID', value: ssid || 'Hidden' },
            { label: 'BSSID', value: <span className="mono">{bssid}</span> },
            { label: 'Band', value: formatBand(band) },
            { label: 'Channel', value: channel },
            { label: 'Security', value: security },
            { label: 'Last seen', value: <Age at={seenAt} timeZone={timeZone} /> },
          ]}
        />
      </Section>
      <Section title="Received by">
        <Facts
          items={receivers.map(({ deviceId, deviceName, signalDbm }) => ({
            label: deviceName,
            value: (
              <>
                <SignalBars dbm={signalDbm} /> dBm ·{' '}
                <Link to={PATHS.devices} search={{ open: deviceId }} className="plain">
                  open device
                </Link>
              </>
            ),
          }))}
        />
      </Section>
    </>
  );
}
