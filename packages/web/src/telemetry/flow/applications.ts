import type { SeriesAnswer } from '@northlight/contract';
import { type Application, APPLICATIONS } from '@northlight/contract/device-protocol';
import type { Line } from '../../kit/charts/index.ts';

interface ApplicationLabel {
  readonly title: string;
  /** Protocols that the application includes. */
  readonly note: string;
}

export const APPLICATION_LABELS: Readonly<Record<Application, ApplicationLabel>> = {
  web: { title: 'Web', note: 'HTTP, HTTPS' },
  quic: { title: 'Web over QUIC', note: 'HTTP/3' },
  dns: { title: 'DNS', note: 'name lookups' },
  mail: { title: 'Mail', note: 'SMTP, IMAP, POP3' },
  remote: { title: 'Remote access', note: 'SSH, RDP, VNC, Telnet' },
  vpn: { title: 'VPN', note: 'IPsec, OpenVPN, WireGuard' },
  voice: { title: 'Voice and video', note: 'SIP, STUN' },
  streaming: { title: 'Streaming', note: 'RTSP, RTMP' },
  files: { title: 'File transfer', note: 'FTP, SMB, BitTorrent' },
  messaging: { title: 'Messages', note: 'XMPP, push, MQTT' },
  time: { title: 'Time', note: 'NTP' },
  other: { title: 'Other', note: 'any other port' },
};

const METRIC_SUFFIXES = { download: 'rx', upload: 'tx' } as const;
export type Direction = keyof typeof METRIC_SUFFIXES;
const buildMetricName = (id: Application, direction: Direction): string =>
  `application/${id}/${METRIC_SUFFIXES[direction]}`;

/** Metrics of both directions of every application. */
export const APPLICATION_METRICS: readonly string[] = APPLICATIONS.flatMap((id) => [
  buildMetricName(id, 'download'),
  buildMetricName(id, 'upload'),
]);

/** Bytes of an application in the whole chart window. */
export interface ApplicationTotal extends ApplicationLabel {
  readonly id: Application;
  readonly download: number;
  readonly upload: number;
}

/**
 * Returns the used applications by traffic, highest first; undefined when nothing was reported in the chart
 * window.
 */
export function readApplicationTotals({ series }: SeriesAnswer): ApplicationTotal[] | undefined {
  const totals = new Map(series.map(({ metric, total }) => [metric, total] as const));
  const known = APPLICATIONS.map((id) => ({
    id,
    ...APPLICATION_LABELS[id],
    download: totals.get(buildMetricName(id, 'download')),
    upload: totals.get(buildMetricName(id, 'upload')),
  }));
  if (known.every(({ download, upload }) => download === undefined && upload === undefined)) return undefined;
  return known
    .map(({ download = 0, upload = 0, ...rest }) => ({ ...rest, download, upload }))
    .filter((flow) => sumDirections(flow) > 0)
    .sort((a, b) => sumDirections(b) - sumDirections(a));
}

export const sumDirections = ({ download, upload }: ApplicationTotal): number => download + upload;

/** Maximum number of lines for single applications; more lines of such irregular traffic hide each other. */
const MAX_SINGLE_LINES = 3;

/**
 * Returns a line for each of the three applications with the most traffic, and a line for the sum of all
 * others. The lines are in the order of APPLICATIONS, so that a line keeps its colour when the ranking
 * changes.
 */
export function toLines(
  flows: readonly ApplicationTotal[],
  direction: Direction,
  deviceId: string | undefined,
): Line[] {
  const used = flows.map(({ id }) => id);
  const single = new Set<Application>(used.filter((id) => id !== 'other').slice(0, MAX_SINGLE_LINES));
  const rest = used.filter((id) => !single.has(id));
  const toLine = (label: string, ids: readonly Application[]): Line => ({
    metric: ids.map((id) => buildMetricName(id, direction)),
    deviceId,
    label,
  });
  return [
    ...APPLICATIONS.filter((id) => single.has(id)).map((id) => toLine(APPLICATION_LABELS[id].title, [id])),
    ...(rest.length > 0 ? [toLine(APPLICATION_LABELS.other.title, rest)] : []),
  ];
}
