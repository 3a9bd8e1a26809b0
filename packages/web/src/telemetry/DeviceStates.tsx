import { type Device, KIND_LABELS } from '@northlight/contract';
import { Link } from '@tanstack/react-router';
import { useProject } from '../app/shell-context.tsx';
import { hasStaleData, StateMark, Uptime } from '../devices/index.ts';
import { Age } from '../kit/format/index.ts';
import { PATHS } from '../paths.ts';

/**
 * Shows the current state of one selected device. With several devices, shows only those without recent
 * reports.
 */
export function DeviceStates({ devices }: { readonly devices: readonly Device[] }) {
  const { timeZone } = useProject();
  const shown = devices.length === 1 ? devices : devices.filter(hasStaleData);
  if (shown.length === 0) return null;
  return (
    <ul className="flex wrap gap-16" aria-label="State of the devices">
      {shown.map((device) => (
        <li key={device.id} className="row wrap gap-8">
          <Link to={PATHS.devices} search={{ open: device.id }} className="plain">
            {device.name}
          </Link>
          <span className="mut">
            {KIND_LABELS[device.kind]}, {device.modelName}
          </span>
          <StateMark device={device} />
          {device.uptimeSeconds !== undefined && !hasStaleData(device) && (
            <span className="mut">
              up for <Uptime device={device} timeZone={timeZone} />
            </span>
          )}
          <span className={hasStaleData(device) ? 'warn' : 'mut'}>
            {hasStaleData(device) && device.reportedAt !== undefined && 'Outdated: '}
            <Age at={device.reportedAt} timeZone={timeZone} verb="reported" />
          </span>
        </li>
      ))}
    </ul>
  );
}
