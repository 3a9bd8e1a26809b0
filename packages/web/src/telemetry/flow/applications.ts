import type { SeriesAnswer } from '@northlight/contract';
import { type Application, APPLICATIONS } from '@northlight/contract/device-protocol';
import type { Line } from '../../kit/charts/index.ts';

interface Described {
  readonly title: string;
  /** What belongs to it, for who knows the names. */
  readonly note: string;
}

export const DESCRIBED: Readonly<Record<Application, Described>> = {
  web: { title: 'Web', note: 'HTTP, HTTPS' },
  quic: { title: 'Web over QUIC', note: 'HTTP/3' },
  dns: { title: 'Name lookups', note: 'DNS' },
  mail: { title: 'Mail', note: 'SMTP, IMAP, POP3' },
  remote: { title: 'Remote access', note: 'SSH, RDP, VNC, Telnet' },
  vpn: { title: 'VPN', note: 'IPsec, OpenVPN, WireGuard' },
  voice: { title: 'Calls and meetings', note: 'SIP, STUN' },
  streaming: { title: 'Streaming', note: 'RTSP, RTMP' },
  files: { title: 'File transfer', note: 'FTP, SMB, BitTorrent' },
  messaging: { title: 'Messages', note: 'XMPP, push, MQTT' },
  time: { title: 'Time', note: 'NTP' },
  other: { title: 'Other', note: 'any other port' },
};

const WAYS = { download: 'rx', upload: 'tx' } as const;
export type Way = keyof typeof WAYS;
const metricOf = (id: Application, way: Way): string => `application/${id}/${WAYS[way]}`;

/** Both ways of every application, as a device is asked for them. */
export const APPLICATION_METRICS: readonly string[] = APPLICATIONS.flatMap((id) => [
  metricOf(id, 'download'),
  metricOf(id, 'upload'),
]);

/** Bytes of an application in the whole stretch. */
export interface Flow extends Described {
  readonly id: Application;
  readonly download: number;
  readonly upload: number;
}

/** Who carried most first, without what nobody used; undefined when nothing was reported in the stretch. */
export function flowsOf({ series }: SeriesAnswer): Flow[] | undefined {
  const totals = new Map(series.map(({ metric, total }) => [metric, total] as const));
  const known = APPLICATIONS.map((id) => ({
    id,
    ...DESCRIBED[id],
    download: totals.get(metricOf(id, 'download')),
    upload: totals.get(metricOf(id, 'upload')),
  }));
  if (known.every(({ download, upload }) => download === undefined && upload === undefined)) return undefined;
  return known
    .map(({ download = 0, upload = 0, ...rest }) => ({ ...rest, download, upload }))
    .filter((flow) => totalOf(flow) > 0)
    .sort((a, b) => totalOf(b) - totalOf(a));
}

export const totalOf = ({ download, upload }: Flow): number => download + upload;

/** In the order of the list, so that a line keeps its letter when another one carries more. */
export function linesOf(flows: readonly Flow[], way: Way, deviceId: string | undefined): Line[] {
  const used = new Set(flows.map(({ id }) => id));
  return APPLICATIONS.filter((id) => used.has(id)).map((id) => ({
    metric: metricOf(id, way),
    deviceId,
    label: DESCRIBED[id].title,
  }));
}

/** `12 %`, and for what is there and rounds to nothing `< 1 %`. */
export function shareWords(part: number, whole: number): string {
  const percent = Math.round((part / whole) * 100);
  return percent === 0 ? '< 1 %' : `${percent} %`;
}
