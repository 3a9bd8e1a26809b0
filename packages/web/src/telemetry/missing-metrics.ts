import type { Device, DeviceDetail } from '@northlight/contract';

/** Returns the metrics that a device does not report, with the reason. */
export function findMissingMetrics(
  device: Device,
  { capabilities }: DeviceDetail,
): ReadonlyMap<string, string> {
  const absent = new Map<string, string>();
  const hasReported = device.reportedAt !== undefined;
  if (hasReported && device.cpuPercent === undefined && device.memoryPercent === undefined)
    absent.set('cpu', 'CPU and memory: this device does not report them.');
  if (hasReported && device.clientCount === undefined)
    absent.set('clients', 'Clients: this device does not report them.');
  if (capabilities.ports.length === 0) absent.set('download', 'Traffic: this device has no ports.');
  if (!capabilities.features.includes('poe')) absent.set('poe', 'PoE: this device does not supply power.');
  if (device.kind === 'gateway' && !capabilities.features.includes('application-flow'))
    absent.set('applications', 'This gateway does not report traffic by application.');
  return absent;
}
