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
const BACKHAUL_CHARTS: readonly ChartPlan[] = BACKHAUL_METRICS.flatMap((name) => {
  const metric = findDeviceMetric(name);
  return metric ? [{ ...metric, metrics: [name] }] : [];
});

/** Lists the charts of a device with this role; a secondary node has those of its backhaul too. */
export const listDeviceCharts = (role: DeviceRole): readonly ChartPlan[] =>
  role === 'mesh-secondary' ? [...CHARTS, ...BACKHAUL_CHARTS] : CHARTS;
