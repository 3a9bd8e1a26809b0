import { findOwnProperty } from '../kit/find-own-property.ts';
import { isApplication } from '../device-protocol/applications.ts';

/**
 * Chart metrics by name. For a part of a device, the name contains its id: `port/lan1/rx`,
 * `radio/radio0/clients`, `application/web/rx`, `ssid/Guest`.
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

/** Metrics of the wireless connection between a mesh node and its parent. */
const BACKHAUL: Readonly<Record<string, Metric>> = {
  'backhaul/signal': { title: 'Backhaul signal', unit: 'dBm' },
  'backhaul/rate': { title: 'Backhaul rate', unit: 'Mbps' },
  'backhaul/retries': { title: 'Backhaul retries', unit: 'percent' },
};

/** Metrics of the link of a bridge client to its base. */
const LINK: Readonly<Record<string, Metric>> = {
  'link/signal': { title: 'Link signal', unit: 'dBm' },
  'link/noise': { title: 'Link noise', unit: 'dBm' },
  'link/rx-rate': { title: 'Link rate received', unit: 'Mbps' },
  'link/tx-rate': { title: 'Link rate sent', unit: 'Mbps' },
  'link/retries': { title: 'Link retries', unit: 'percent' },
};

const RADIO: Readonly<Record<string, Metric>> = {
  clients: { title: 'Clients', unit: 'count' },
  channel: { title: 'Channel', unit: 'channel' },
  width: { title: 'Width', unit: 'MHz' },
  power: { title: 'Power', unit: 'dBm' },
  busy: { title: 'Channel busy', unit: 'percent' },
  sent: { title: 'Airtime sent', unit: 'percent' },
  received: { title: 'Airtime received', unit: 'percent' },
  noise: { title: 'Noise', unit: 'dBm' },
  retries: { title: 'Retries', unit: 'percent' },
};

const PORT: Readonly<Record<string, Metric>> = {
  rx: { title: 'Received', unit: 'bitsPerSecond' },
  tx: { title: 'Sent', unit: 'bitsPerSecond' },
  speed: { title: 'Link', unit: 'Mbps' },
  poe: { title: 'PoE', unit: 'watts' },
};

/** Metrics of applications from the view of the clients, which receive downloads and send uploads. */
const APPLICATION: Readonly<Record<string, Metric>> = {
  rx: { title: 'Download', unit: 'bitsPerSecond' },
  tx: { title: 'Upload', unit: 'bitsPerSecond' },
};

const CLIENT: Readonly<Record<string, Metric>> = {
  signal: { title: 'Signal', unit: 'dBm' },
  download: { title: 'Download', unit: 'bitsPerSecond' },
  upload: { title: 'Upload', unit: 'bitsPerSecond' },
};

const PROJECT: Readonly<Record<string, Metric>> = {
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
export const BACKHAUL_METRICS: readonly string[] = Object.keys(BACKHAUL);
export const RADIO_METRICS: readonly string[] = Object.keys(RADIO);
export const PORT_METRICS: readonly string[] = Object.keys(PORT);
export const CLIENT_METRICS = ['signal', 'download', 'upload'] as const;
/**
 * Metrics for which a project answers several series: one per band, per SSID, or per application and
 * direction.
 */
export const PROJECT_FAMILIES = { bands: 'band/', ssids: 'ssid/', applications: 'application/' } as const;
export const PROJECT_METRICS: readonly string[] = [...Object.keys(PROJECT), ...Object.keys(PROJECT_FAMILIES)];

const PART_METRIC = /^(port|radio|application)\/(.+)\/([^/]+)$/;
const PARTS = { port: PORT, radio: RADIO, application: APPLICATION } as const;

export interface MetricPart {
  readonly kind: keyof typeof PARTS;
  readonly id: string;
  readonly name: string;
}

/** Returns the port, radio or application that a metric belongs to; undefined for a metric of the whole device. */
export function parseMetricPart(metric: string): MetricPart | undefined {
  const [, kind, id = '', name = ''] = PART_METRIC.exec(metric) ?? [];
  return kind === 'port' || kind === 'radio' || kind === 'application' ? { kind, id, name } : undefined;
}

/** Returns the title and unit of a device metric; undefined for an unknown name. */
export function findDeviceMetric(metric: string): Metric | undefined {
  const part = parseMetricPart(metric);
  if (!part) return findOwnProperty({ ...WHOLE_DEVICE, ...BACKHAUL, ...LINK }, metric);
  if (part.kind === 'application' && !isApplication(part.id)) return undefined;
  return findOwnProperty<Metric>(PARTS[part.kind], part.name);
}

/** Returns the title and unit of a project metric; undefined for an unknown name. */
export function findProjectMetric(metric: string): Metric | undefined {
  if (metric.startsWith(PROJECT_FAMILIES.applications)) return findDeviceMetric(metric);
  for (const prefix of Object.values(PROJECT_FAMILIES))
    if (metric.startsWith(prefix)) return { title: metric.slice(prefix.length), unit: 'count' };
  return findOwnProperty(PROJECT, metric);
}

export const findClientMetric = (metric: string): Metric | undefined => findOwnProperty(CLIENT, metric);
