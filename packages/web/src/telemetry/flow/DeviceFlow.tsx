import type { Device } from '@northlight/contract';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { type RangeState, useSeries } from '../../kit/charts/index.ts';
import { ApplicationFlow } from './ApplicationFlow.tsx';
import { APPLICATION_METRICS } from './applications.ts';

const METRICS = APPLICATION_METRICS.join(',');

interface DeviceFlowProps {
  readonly device: Device;
  readonly range: RangeState;
}

/** Shows the internet traffic of one gateway by application. */
export function DeviceFlow({ device, range }: DeviceFlowProps) {
  const project = useProject();
  const state = useSeries(
    createQuery('deviceSeries', {
      params: { projectId: project.id },
      query: { devices: device.id, metrics: METRICS, ...range.query },
    }),
    range,
  );
  return <ApplicationFlow state={state} subject={device.name} deviceId={device.id} />;
}
