import { BACKHAUL_METRICS, type DeviceRole, findDeviceMetric, type MetricUnit } from '@northlight/contract';

export interface ChartPlan {
  readonly title: string;
  readonly unit: MetricUnit;
  readonly metrics: readonly string[];
}

const CHARTS: readonly ChartPlan[] = [
  { title: 'CPU and memory', unit: 'percent', metrics: ['cpu', 'memory'] },
  { title: 'Clients', unit: 'count', metrics: ['clients'] },
  { title: 'Traffic', unit: 'bitsPerSecond', metrics: ['download', 'upload'] },
  { title: 'PoE', unit: 'watts', metrics: ['poe'] },
];
const listCharts = (metrics: readonly string[]): readonly ChartPlan[] =>
  metrics.flatMap((name) => {
    const metric = findDeviceMetric(name);
    return metric ? [{ ...metric, metrics: [name] }] : [];
  });
const BACKHAUL_CHARTS = listCharts(BACKHAUL_METRICS);
const LINK_CHARTS: readonly ChartPlan[] = [
  { title: 'Link signal and noise', unit: 'dBm', metrics: ['link/signal', 'link/noise'] },
  { title: 'Link rate', unit: 'Mbps', metrics: ['link/rx-rate', 'link/tx-rate'] },
  ...listCharts(['link/retries']),
];

/** Lists the charts of a device with this role: a secondary node and a bridge client have those of their connection too. */
export function listDeviceCharts(role: DeviceRole): readonly ChartPlan[] {
  if (role === 'mesh-secondary') return [...CHARTS, ...BACKHAUL_CHARTS];
  return role === 'bridge-client' ? [...CHARTS, ...LINK_CHARTS] : CHARTS;
}
