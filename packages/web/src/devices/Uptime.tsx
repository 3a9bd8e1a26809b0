import type { Device } from '@northlight/contract';
import { formatDuration, useNow } from '../kit/format/index.ts';
import { MetricValue } from './MetricValue.tsx';
import { hasStaleData } from './stale-data.ts';
import { computeUptime } from './uptime.ts';

interface UptimeProps {
  readonly device: Device;
  readonly timeZone: string;
}

/** Uptime of a device, which counts on between its reports. */
export function Uptime({ device, timeZone }: UptimeProps) {
  return (
    <MetricValue
      text={formatDuration(computeUptime(device, useNow()))}
      stale={hasStaleData(device)}
      at={device.reportedAt}
      timeZone={timeZone}
    />
  );
}
