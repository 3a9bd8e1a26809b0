import { isApplication } from '../device-protocol/applications.ts';

/**
 * What is charted, by name. Names of parts stand in the middle: `port/lan1/rx`, `radio/radio0/clients`,
 * `application/web/rx`, `ssid/Guest`.
 */

export type MetricUnit =
  | 'percent'
  | 'count'
  | 'seconds'
  | 'bitsPerSecond'
  | 'watts'
  | 'dBm'
  | 'MHz'
  | 'Mbps'
  | 'channel';

export interface Metric {
  readonly title: string;
  readonly unit: MetricUnit;
}

const WHOLE_DEVICE: Readonly<Record<string, Metric>> = {
  cpu: { title: 'CPU', unit: 'percent' },
  memory: { title: 'Memory', unit: 'percent' },
  clients: { title: 'Clients', unit: 'count' },
  download: { title: 'Download', unit: 'bitsPerSecond' },
  upload: { title: 'Upload', unit: 'bitsPerSecond' },
  poe: { title: 'PoE', unit: 'watts' },
  uptime: { title: 'Uptime', unit: 'seconds' },
};

const OF_A_RADIO: Readonly<Record<string, Metric>> = {
  clients: { title: 'Clients', unit: 'count' },
  channel: { title: 'Channel', unit: 'channel' },
  width: { title: 'Width', unit: 'MHz' },
  power: { title: 'Power', unit: 'dBm' },
};

const OF_A_PORT: Readonly<Record<string, Metric>> = {
  rx: { title: 'Received', unit: 'bitsPerSecond' },
  tx: { title: 'Sent', unit: 'bitsPerSecond' },
  speed: { title: 'Link', unit: 'Mbps' },
  poe: { title: 'PoE', unit: 'watts' },
};

/** Seen from inside: what the clients received from the internet, and what they sent there. */
const OF_AN_APPLICATION: Readonly<Record<string, Metric>> = {
  rx: { title: 'Download', unit: 'bitsPerSecond' },
  tx: { title: 'Upload', unit: 'bitsPerSecond' },
};

const OF_A_CLIENT: Readonly<Record<string, Metric>> = {
  signal: { title: 'Signal', unit: 'dBm' },
  download: { title: 'Download', unit: 'bitsPerSecond' },
  upload: { title: 'Upload', unit: 'bitsPerSecond' },
};

const OF_A_PROJECT: Readonly<Record<string, Metric>> = {
  clients: { title: 'Clients', unit: 'count' },
  wired: { title: 'Wired clients', unit: 'count' },
  download: { title: 'Download', unit: 'bitsPerSecond' },
  upload: { title: 'Upload', unit: 'bitsPerSecond' },
  devices: { title: 'Devices', unit: 'count' },
  online: { title: 'Devices online', unit: 'count' },
  poe: { title: 'PoE', unit: 'watts' },
  'lan/rx': { title: 'LAN ports received', unit: 'bitsPerSecond' },
  'lan/tx': { title: 'LAN ports sent', unit: 'bitsPerSecond' },
};

export const DEVICE_METRICS: readonly string[] = Object.keys(WHOLE_DEVICE);
export const RADIO_METRICS: readonly string[] = Object.keys(OF_A_RADIO);
export const PORT_METRICS: readonly string[] = Object.keys(OF_A_PORT);
export const CLIENT_METRICS = ['signal', 'download', 'upload'] as const;
/** Asked by these names, a project answers a series for each band, SSID, and way of an application, that it has had. */
export const PROJECT_FAMILIES = { bands: 'band/', ssids: 'ssid/', applications: 'application/' } as const;
export const PROJECT_METRICS: readonly string[] = [
  ...Object.keys(OF_A_PROJECT),
  ...Object.keys(PROJECT_FAMILIES),
];

const PART = /^(port|radio|application)\/(.+)\/([^/]+)$/;
const OF_A_PART = { port: OF_A_PORT, radio: OF_A_RADIO, application: OF_AN_APPLICATION } as const;

export interface MetricPart {
  readonly kind: keyof typeof OF_A_PART;
  readonly id: string;
  readonly name: string;
}

/** The part of a device that a metric is of; undefined for one of the whole device. */
export function metricPart(metric: string): MetricPart | undefined {
  const [, kind, id = '', name = ''] = PART.exec(metric) ?? [];
  return kind === 'port' || kind === 'radio' || kind === 'application' ? { kind, id, name } : undefined;
}

/** What a metric of a device is called and measured in; undefined when there is none of that name. */
export function deviceMetric(metric: string): Metric | undefined {
  const part = metricPart(metric);
  if (!part) return WHOLE_DEVICE[metric];
  if (part.kind === 'application' && !isApplication(part.id)) return undefined;
  return OF_A_PART[part.kind][part.name];
}

/** What a metric of a project is called and measured in. */
export function projectMetric(metric: string): Metric | undefined {
  if (metric.startsWith(PROJECT_FAMILIES.applications)) return deviceMetric(metric);
  for (const prefix of Object.values(PROJECT_FAMILIES))
    if (metric.startsWith(prefix)) return { title: metric.slice(prefix.length), unit: 'count' };
  return OF_A_PROJECT[metric];
}

export const clientMetric = (metric: string): Metric | undefined => OF_A_CLIENT[metric];
