import type { Device, DeviceDetail } from '@northlight/contract';

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
