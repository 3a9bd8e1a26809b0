import type { Device } from '@northlight/contract';
import { hasStaleData } from './stale-data.ts';

type Reported = Pick<Device, 'reportedAt' | 'stale' | 'state' | 'uptimeSeconds'>;

/** Returns the uptime of a device at a time (s): that of its last report, and the time since then while it reports. */
export function computeUptime(device: Reported, now: number): number | undefined {
  const { reportedAt, uptimeSeconds } = device;
  if (uptimeSeconds === undefined || reportedAt === undefined || hasStaleData(device)) return uptimeSeconds;
  return uptimeSeconds + Math.max(0, (now - Date.parse(reportedAt)) / 1000);
}
