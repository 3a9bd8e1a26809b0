import { formatBand, isSelfAssigned, type OnlineClient } from '@northlight/contract';
import { ABSENT, formatBytes, formatDuration, useNow } from '../kit/format/index.ts';
import { createAgeColumn, type GridColumn } from '../kit/grid/index.ts';
import { formatSortableIp } from '../kit/format/sortable-ip.ts';
import { SignalBars } from '../kit/signal/index.ts';
import { ClientState, formatClientStateLabel } from './ClientState.tsx';
import IconCamera from '@tabler/icons-react/dist/esm/icons/IconCamera.mjs';
import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs';
import IconDeviceGamepad2 from '@tabler/icons-react/dist/esm/icons/IconDeviceGamepad2.mjs';
import IconDeviceLaptop from '@tabler/icons-react/dist/esm/icons/IconDeviceLaptop.mjs';
import IconDeviceMobile from '@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs';
import IconDeviceTablet from '@tabler/icons-react/dist/esm/icons/IconDeviceTablet.mjs';
import IconDeviceTv from '@tabler/icons-react/dist/esm/icons/IconDeviceTv.mjs';
import IconDeviceWatch from '@tabler/icons-react/dist/esm/icons/IconDeviceWatch.mjs';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import classes from './clients.module.css';
import { CLIENT_KIND_LABELS, type ClientKind, guessClientKind } from './client-kind.ts';

/** Rates below this round to 0.0 Mbit/s. */
const MIN_SHOWN_KBPS = 50;

/**
 * Returns the columns of the client list; times are in the project's time zone.
 *
 * @param vlanNames names of the gateway's networks by VLAN; undefined if the project has no gateway
 */
export function createClientColumns(
  timeZone: string,
  vlanNames?: ReadonlyMap<number, string>,
): readonly GridColumn<OnlineClient>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      card: 'title',
      width: 170,
      value: (client) => client.name || client.mac,
      cell: (client) => (
        <span className="inline-row gap-6">
          <ClientKindIcon client={client} /> {client.name || client.mac}
        </span>
      ),
    },
    {
      id: 'state',
      header: 'Status',
      card: 'state',
      width: 112,
      facet: true,
      value: formatClientStateLabel,
      cell: (client) => <ClientState client={client} />,
    },
    {
      id: 'ip',
      header: 'IP',
      card: 'detail',
      width: 142,
      value: (client) => formatSortableIp(client.ip),
      text: ({ ip }) => ip ?? '',
      cell: ({ ip }) =>
        isSelfAssigned(ip) ? (
          <span className="warn" title="The client got no address by DHCP and assigned itself this one">
            {ip}
          </span>
        ) : (
          (ip ?? ABSENT)
        ),
    },
    {
      id: 'vlan',
      header: 'VLAN',
      width: 130,
      facet: true,
      // The filter compares the number alone, which links from other pages contain.
      value: (client) => client.vlan,
      cell: (client) => <VlanName vlan={client.vlan} names={vlanNames} />,
    },
    { id: 'ssid', header: 'SSID', card: 'detail', width: 128, facet: true, value: (client) => client.ssid },
    {
      id: 'device',
      header: 'Connected to',
      card: 'detail',
      width: 114,
      facet: true,
      value: (client) => client.device.name,
    },
    { id: 'band', header: 'Band', width: 72, facet: true, value: formatMedium },
    {
      id: 'signal',
      header: 'Signal (dBm)',
      card: 'detail',
      width: 116,
      align: 'right',
      value: (client) => client.signalDbm,
      cell: ({ signalDbm }) => (signalDbm === undefined ? ABSENT : <SignalBars dbm={signalDbm} />),
    },
    createRateColumn({
      id: 'down',
      header: 'Down (Mbit/s)',
      width: 118,
      value: (client) => client.txRateKbps,
    }),
    createRateColumn({ id: 'up', header: 'Up (Mbit/s)', width: 104, value: (client) => client.rxRateKbps }),
    createBytesColumn({
      id: 'downloaded',
      header: 'Downloaded',
      width: 118,
      value: (client) => client.txBytes,
    }),
    createBytesColumn({ id: 'uploaded', header: 'Uploaded', width: 102, value: (client) => client.rxBytes }),
    {
      id: 'duration',
      header: 'Online for',
      width: 104,
      align: 'right',
      value: (client) => -Date.parse(client.connectedAt),
      text: () => '',
      cell: (client) => <VisitDuration client={client} />,
    },
    createAgeColumn(timeZone, { id: 'seen', header: 'Seen', width: 84, at: (client) => client.lastSeenAt }),
    { id: 'port', header: 'Port', width: 76, value: (client) => client.port },
    { id: 'mac', header: 'MAC', width: 150, mono: true, value: (client) => client.mac },
  ];
}

interface FigureColumn extends Pick<GridColumn<OnlineClient>, 'header' | 'id' | 'width'> {
  readonly value: (client: OnlineClient) => number | undefined;
}

const createRateColumn = (column: FigureColumn): GridColumn<OnlineClient> => ({
  ...column,
  align: 'right',
  text: () => '',
  cell: (client) => <Mbps kbps={client.online ? column.value(client) : undefined} />,
});

const createBytesColumn = (column: FigureColumn): GridColumn<OnlineClient> => ({
  ...column,
  align: 'right',
  text: () => '',
  cell: (client) => formatBytes(column.value(client)),
});

/** A rate in Mbit/s. An idle client has a muted 0, because most clients are idle. */
function Mbps({ kbps }: { readonly kbps: number | undefined }) {
  if (kbps === undefined) return ABSENT;
  return kbps < MIN_SHOWN_KBPS ? <span className="mut">0</span> : (kbps / 1000).toFixed(1);
}

interface VlanNameProps {
  readonly vlan: number | undefined;
  readonly names: ReadonlyMap<number, string> | undefined;
}

function VlanName({ names, vlan }: VlanNameProps) {
  if (vlan === undefined) return ABSENT;
  if (!names) return String(vlan);
  const name = names.get(vlan);
  return name === undefined ? <span className="warn">{vlan} not on gateway</span> : `${vlan} ${name}`;
}

const formatMedium = ({ band = 'Wired' }: OnlineClient): string => formatBand(band);

/** Time since the client connected; for an offline client, the length of its last visit. */
export function VisitDuration({ client }: { readonly client: OnlineClient }) {
  const now = useNow();
  const end = client.online ? now : Date.parse(client.lastSeenAt);
  return <span>{formatDuration((end - Date.parse(client.connectedAt)) / 1000)}</span>;
}

const ICONS = {
  camera: IconCamera,
  computer: IconDeviceLaptop,
  console: IconDeviceGamepad2,
  phone: IconDeviceMobile,
  printer: IconPrinter,
  tablet: IconDeviceTablet,
  tv: IconDeviceTv,
  unknown: IconDeviceDesktop,
  watch: IconDeviceWatch,
} satisfies Record<ClientKind, typeof IconCamera>;

/** Icon of the kind of a client, guessed from its host name. The icon of an unknown kind is pale. */
function ClientKindIcon({ client }: { readonly client: OnlineClient }) {
  const kind = guessClientKind(client);
  const Icon = ICONS[kind];
  const label = kind === 'unknown' ? CLIENT_KIND_LABELS.unknown : `${CLIENT_KIND_LABELS[kind]}, by its name`;
  return (
    <span
      title={label}
      className={`inline-row fixed ${classes['kind']}`}
      data-known={kind !== 'unknown' || undefined}
    >
      <Icon size={15} stroke={1.6} aria-hidden />
    </span>
  );
}
