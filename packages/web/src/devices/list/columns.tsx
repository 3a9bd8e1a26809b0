import { type Device, formatKind } from '@northlight/contract';
import { ABSENT, Age, formatCount } from '../../kit/format/index.ts';
import { formatSortableIp } from '../../kit/format/sortable-ip.ts';
import type { GridColumn } from '../../kit/grid/index.ts';
import { ShareBar } from '../../ui/ShareBar.tsx';
import { SignalBars } from '../../kit/signal/index.ts';
import { ConfigStatus, formatConfigState } from './config-status.tsx';
import { KindIcon } from '../KindIcon.tsx';
import { hasStaleData } from '../stale-data.ts';
import { Uptime } from '../Uptime.tsx';
import { MetricValue } from '../MetricValue.tsx';
import { StateMark, formatStateLabel } from '../StateMark.tsx';
import classes from '../devices.module.css';

/** Returns the model name without the equipment after the comma. */
function shortModel({ modelName }: Device): string {
  return modelName.split(',')[0] ?? modelName;
}

const UPLINK: GridColumn<Device> = {
  id: 'uplink',
  header: 'Uplink device',
  width: 130,
  facet: true,
  value: (device) => device.uplink?.name,
};

const MESH_COLUMNS: readonly GridColumn<Device>[] = [
  {
    ...UPLINK,
    header: 'Parent',
    card: 'detail',
    value: ({ role, uplink }) => (role === 'mesh-primary' ? 'Primary node' : uplink?.name),
  },
  { id: 'hops', header: 'Hops', width: 72, align: 'right', value: ({ hops }) => hops },
  {
    id: 'backhaul',
    header: 'Backhaul (dBm)',
    width: 130,
    align: 'right',
    value: ({ backhaulDbm }) => backhaulDbm,
    cell: (device) =>
      device.backhaulDbm === undefined || hasStaleData(device) ? (
        <span className="mut">{ABSENT}</span>
      ) : (
        <SignalBars dbm={Math.round(device.backhaulDbm)} />
      ),
  },
];

/** Load that the list marks; alarms begin at 95% by default. */
const HIGH_LOAD_PERCENT = 85;

/**
 * Returns the columns of the device list; times are in the project's time zone. In a mesh project, the connection of
 * each node follows its state.
 */
export function createDeviceColumns(timeZone: string, isMesh = false): readonly GridColumn<Device>[] {
  const metric = (device: Device, text: string) => (
    <MetricValue text={text} stale={hasStaleData(device)} at={device.reportedAt} timeZone={timeZone} />
  );
  const percent = (device: Device, value: number | undefined) => (
    <span className={`row justify-end grow gap-8 ${classes['load']}`}>
      {value !== undefined && !hasStaleData(device) && (
        <ShareBar share={value / 100} isHigh={value >= HIGH_LOAD_PERCENT} />
      )}
      {metric(device, value === undefined ? ABSENT : String(Math.round(value)))}
    </span>
  );
  return [
    {
      id: 'name',
      header: 'Name',
      card: 'title',
      width: 176,
      value: (device) => device.name,
      cell: (device) => (
        <span className="row gap-6 shrink-x ellipsis-inside">
          <span className="inline-row gap-6 mut" title={formatKind(device)}>
            <KindIcon kind={device.kind} />
          </span>
          <span>{device.name}</span>
        </span>
      ),
    },
    {
      id: 'state',
      header: 'Status',
      card: 'state',
      width: 148,
      facet: true,
      value: formatStateLabel,
      cell: (device) => <StateMark device={device} />,
    },
    ...(isMesh ? MESH_COLUMNS : []),
    {
      id: 'seen',
      header: 'Seen',
      width: 70,
      align: 'right',
      value: (device) => (device.reportedAt === undefined ? undefined : -Date.parse(device.reportedAt)),
      text: () => '',
      cell: (device) => (
        <Age at={device.waiting ? undefined : (device.reportedAt ?? device.stateAt)} timeZone={timeZone} />
      ),
    },
    { id: 'model', header: 'Model', card: 'detail', width: 160, facet: true, value: shortModel },
    {
      id: 'type',
      header: 'Type',
      hidden: true,
      width: 90,
      facet: true,
      value: formatKind,
    },
    {
      id: 'ip',
      header: 'IP',
      card: 'detail',
      width: 118,
      value: (device) => formatSortableIp(device.ip),
      text: (device) => device.ip ?? '',
    },
    {
      id: 'clients',
      header: 'Clients',
      card: 'figure',
      width: 84,
      align: 'right',
      value: (device) => device.clientCount,
      cell: (device) => metric(device, formatCount(device.clientCount)),
    },
    {
      id: 'cpu',
      header: 'CPU (%)',
      width: 94,
      align: 'right',
      value: (device) => device.cpuPercent,
      cell: (device) => percent(device, device.cpuPercent),
    },
    {
      id: 'memory',
      header: 'Memory (%)',
      width: 116,
      align: 'right',
      value: (device) => device.memoryPercent,
      cell: (device) => percent(device, device.memoryPercent),
    },
    {
      id: 'uptime',
      header: 'Uptime',
      width: 86,
      align: 'right',
      value: (device) => device.uptimeSeconds,
      text: () => '',
      cell: (device) => <Uptime device={device} timeZone={timeZone} />,
    },
    {
      id: 'config',
      header: 'Configuration',
      width: 122,
      facet: true,
      value: formatConfigState,
      cell: (device) => <ConfigStatus device={device} />,
    },
    ...(isMesh ? [] : [UPLINK]),
    { id: 'port', header: 'Port', width: 72, value: (device) => device.port },
    { id: 'vlan', header: 'VLAN', width: 70, align: 'right', facet: true, value: (device) => device.vlan },
    { id: 'mac', header: 'MAC', width: 150, mono: true, value: (device) => device.mac },
    { id: 'sn', header: 'SN', width: 178, mono: true, value: (device) => device.sn },
    { id: 'software', header: 'Software', width: 96, facet: true, value: (device) => device.softwareVersion },
    { id: 'hardware', header: 'Hardware', width: 96, facet: true, value: (device) => device.hardwareVersion },
  ];
}
