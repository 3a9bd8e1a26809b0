import type { Device } from '@northlight/contract';
import { useProject } from '../app/shell-context.tsx';
import { Age } from '../kit/format/index.ts';
import { hasStaleData } from './stale-data.ts';

/** Age of a device's last report, with a mark if its figures may be outdated. */
export function ReportAge({ device }: { readonly device: Device }) {
  const { timeZone } = useProject();
  if (device.reportedAt === undefined) return null;
  return (
    <span className={hasStaleData(device) ? 'warn' : 'mut'}>
      {hasStaleData(device) && 'Stale, '}
      <Age at={device.reportedAt} timeZone={timeZone} verb="reported" />
    </span>
  );
}
