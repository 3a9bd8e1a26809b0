import type { Device } from '@northlight/contract';
import { useProject } from '../../app/shell-context.tsx';
import { Age } from '../../kit/format/index.ts';
import { DeviceName } from './DeviceName.tsx';
import { StateMark } from '../StateMark.tsx';

/** Header of the device panel, with name, state and age of the last report. */
export function DevicePanelTitle({ device }: { readonly device: Device }) {
  const { timeZone } = useProject();
  return (
    <>
      <DeviceName device={device} />
      <div className="row gap-10 regular text">
        <StateMark device={device} />
        <span className="mut">
          {device.waiting ? (
            'not connected yet'
          ) : (
            <Age at={device.reportedAt ?? device.stateAt} timeZone={timeZone} verb="seen" />
          )}
        </span>
      </div>
    </>
  );
}
