import type { OnlineClient } from '@northlight/contract';
import { ABSENT, Age, formatBytes, formatDuration, useNow } from '../kit/format/index.ts';
import type { GridColumn } from '../kit/grid/index.ts';
import { formatSortableIp } from '../kit/format/sortable-ip.ts';
import { SignalBars } from '../ui/SignalBars.tsx';
import { ClientKindIcon } from './ClientKindIcon.tsx';
import { ClientState, formatClientStateLabel } from './ClientState.tsx';
import classes from './clients.module.css';

const formatMbps = (kbps: number | undefined) => (kbps === undefined ? ABSENT : (kbps / 1000).toFixed(1));

export function createClientColumns(timeZone: string): readonly GridColumn<OnlineClient>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      card: 'title',
      width: 170,
      value: (client) => client.name || client.mac,
      cell: (client) => (
        <span className={classes['name']}>
          <ClientKindIcon client={client} /> {client.name || client.mac}
        </span>
      ),
    },
    {
      id: 'state',
      header: 'Status',
      card: 'state',
      width: 104,
      facet: true,
      value: formatClientStateLabel,
      cell: (client) => <ClientState online={client.online} />,
    },
    {
      id: 'ip',
      header: 'IP',
      card: 'detail',
      width: 118,
      value: (client) => formatSortableIp(client.ip),
      text: (client) => client.ip ?? '',
    },
    { id: 'mac', header: 'MAC', width: 150, mono: true, value: (client) => client.mac },
    { id: 'ssid', header: 'SSID', card: 'detail', width: 100, facet: true, value: (client) => client.ssid },
    {
      id: 'device',
      header: 'Connected to',
      card: 'detail',
      width: 120,
      facet: true,
      value: (client) => client.device.name,
    },
    { id: 'band', header: 'Band', width: 76, facet: true, value: formatBand },
    {
      id: 'signal',
      header: 'Signal (dBm)',
      card: 'detail',
      width: 122,
      align: 'right',
      value: (client) => client.signalDbm,
      cell: ({ signalDbm }) => (signalDbm === undefined ? ABSENT : <SignalBars dbm={signalDbm} />),
    },
    {
      id: 'down',
      header: 'Down (Mbit/s)',
      width: 124,
      align: 'right',
      value: (client) => client.txRateKbps,
      text: () => '',
      cell: (client) => (client.online ? formatMbps(client.txRateKbps) : ABSENT),
    },
    {
      id: 'up',
      header: 'Up (Mbit/s)',
      width: 108,
      align: 'right',
      value: (client) => client.rxRateKbps,
      text: () => '',
      cell: (client) => (client.online ? formatMbps(client.rxRateKbps) : ABSENT),
    },
    {
      id: 'downloaded',
      header: 'Downloaded',
      width: 118,
      align: 'right',
      value: (client) => client.txBytes,
      text: () => '',
      cell: (client) => formatBytes(client.txBytes),
    },
    {
      id: 'uploaded',
      header: 'Uploaded',
      width: 102,
      align: 'right',
      value: (client) => client.rxBytes,
      text: () => '',
      cell: (client) => formatBytes(client.rxBytes),
    },
    {
      id: 'duration',
      header: 'Online for',
      width: 104,
      align: 'right',
      value: (client) => -Date.parse(client.connectedAt),
      text: () => '',
      cell: (client) => <OnlineFor client={client} />,
    },
    {
      id: 'seen',
      header: 'Seen',
      width: 84,
      align: 'right',
      value: (client) => -Date.parse(client.lastSeenAt),
      text: () => '',
      cell: (client) => <Age at={client.lastSeenAt} timeZone={timeZone} />,
    },
    { id: 'vlan', header: 'VLAN', width: 70, align: 'right', facet: true, value: (client) => client.vlan },
    { id: 'port', header: 'Port', width: 76, value: (client) => client.port },
  ];
}

function formatBand(client: OnlineClient): string {
  return client.band ?? 'Wired';
}

/** Time since the client connected; for an offline client, the length of its last visit. */
export function OnlineFor({ client }: { readonly client: OnlineClient }) {
  const now = useNow();
  const end = client.online ? now : Date.parse(client.lastSeenAt);
  return <span>{formatDuration((end - Date.parse(client.connectedAt)) / 1000)}</span>;
}
