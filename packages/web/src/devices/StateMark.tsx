import { type Device, getDeviceState, type DeviceStateRow } from '@northlight/contract';
import IconAlertTriangleFilled from '@tabler/icons-react/dist/esm/icons/IconAlertTriangleFilled.mjs';
import IconCircleCheckFilled from '@tabler/icons-react/dist/esm/icons/IconCircleCheckFilled.mjs';
import IconCircleXFilled from '@tabler/icons-react/dist/esm/icons/IconCircleXFilled.mjs';
import IconClockHour4 from '@tabler/icons-react/dist/esm/icons/IconClockHour4.mjs';
import IconHelpHexagonFilled from '@tabler/icons-react/dist/esm/icons/IconHelpHexagonFilled.mjs';
import IconLoader from '@tabler/icons-react/dist/esm/icons/IconLoader.mjs';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';

const SIGNS: Readonly<Record<DeviceStateRow['sign'], typeof IconRefresh>> = {
  check: IconCircleCheckFilled,
  cross: IconCircleXFilled,
  arrow: IconRefresh,
  warning: IconAlertTriangleFilled,
  spinner: IconLoader,
  question: IconHelpHexagonFilled,
};

/** Returns the label of a device's state. A device that has never connected is waiting, not offline. */
export function formatStateLabel(device: Pick<Device, 'state' | 'waiting'>): string {
  return device.waiting ? 'Waiting' : getDeviceState(device.state).label;
}

/** Icon and label of a device's state, which can be distinguished without colour. */
export function StateMark({ device }: { readonly device: Pick<Device, 'state' | 'waiting'> }) {
  const row = getDeviceState(device.state);
  if (!device.waiting) return <StateSign row={row} />;
  return (
    <span className="inline-row gap-6 nowrap" data-colour="waiting">
      <IconClockHour4 className="tone" size={15} aria-hidden />
      <span className="shrink-x ellipsis">{formatStateLabel(device)}</span>
    </span>
  );
}

/** Icon and label of a row of the state table. */
export function StateSign({ row }: { readonly row: DeviceStateRow }) {
  const Sign = SIGNS[row.sign];
  return (
    <span className="inline-row gap-6 nowrap" data-colour={row.colour}>
      <Sign className="tone" size={15} aria-hidden />
      <span className="shrink-x ellipsis">{row.label}</span>
    </span>
  );
}
