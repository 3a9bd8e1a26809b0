import { type Device, type DeviceDetail, findDeviceMetric } from '@northlight/contract';

/** Returns the metrics that a device does not report, with the reason; undefined where it is obvious. */
export function findMissingMetrics(
  device: Device,
  { capabilities }: DeviceDetail,
): ReadonlyMap<string, string | undefined> {
  const absent = new Map<string, string | undefined>();
  const hasReported = device.reportedAt !== undefined;
  if (hasReported && device.cpuPercent === undefined && device.memoryPercent === undefined)
    absent.set('cpu', 'This device does not report its CPU and memory.');
  if (hasReported && device.clientCount === undefined)
    absent.set('clients', 'This device does not report its clients.');
  if (capabilities.ports.length === 0)
    absent.set('download', 'This device has no ports, and no traffic figures.');
  if (!capabilities.features.includes('poe')) absent.set('poe', undefined);
  if (device.kind === 'gateway' && !capabilities.features.includes('application-flow'))
    absent.set('applications', 'This gateway does not report traffic by application.');
  return absent;
}

/** Members of a report that not every driver of a radio measures, by metric. */
const AIR_MEMBERS = {
  busy: 'busyPercent',
  sent: 'txPercent',
  received: 'rxPercent',
  noise: 'noiseDbm',
  retries: 'retryPercent',
} as const satisfies Readonly<Record<string, keyof DeviceDetail['radios'][number]>>;

/** Returns the metrics that no working radio of a device reports, with their titles. A radio that is off measures nothing. */
export function findMissingRadioMetrics({
  radios,
}: Pick<DeviceDetail, 'radios'>): ReadonlyMap<string, string> {
  const working = radios.filter(({ up }) => up === true);
  if (working.length === 0) return new Map();
  return new Map(
    Object.entries(AIR_MEMBERS)
      .filter(([, member]) => working.every((radio) => radio[member] === undefined))
      .map(([name]) => [name, findDeviceMetric(`radio/0/${name}`)?.title.toLowerCase() ?? name]),
  );
}
