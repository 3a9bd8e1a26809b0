import { type Device, type DeviceDetail, findDeviceMetric } from '@northlight/contract';
import { Skeleton } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { createQuery } from '../kit/api/index.ts';
import { Chart, type Line, type RangeState, useSeries } from '../kit/charts/index.ts';
import { listDeviceCharts } from './device-charts.ts';
import { findMissingMetrics } from './missing-metrics.ts';
import { MissingMetrics, ChartGrid, EMPTY_DEVICE } from './parts.tsx';

const DeviceFlow = lazy(async () => ({ default: (await import('./flow/DeviceFlow.tsx')).DeviceFlow }));

interface OverviewChartsProps {
  readonly device: Device;
  readonly detail: DeviceDetail;
  readonly range: RangeState;
}

/** Charts of all metrics of a device, with the reasons for metrics without a chart. */
export function OverviewCharts({ detail, device, range }: OverviewChartsProps) {
  const project = useProject();
  const { id, name, role } = device;
  const plans = useMemo(() => listDeviceCharts(role), [role]);
  const metrics = plans.flatMap((plan) => plan.metrics).join(',');
  const state = useSeries(
    createQuery('deviceSeries', {
      params: { projectId: project.id },
      query: { devices: id, metrics, ...range.query },
    }),
    range,
  );
  const absent = findMissingMetrics(device, detail);
  const charts = useMemo(
    () => plans.map((plan) => ({ ...plan, lines: plan.metrics.map((metric) => buildLine(id, metric)) })),
    [id, plans],
  );
  return (
    <>
      <ChartGrid>
        {charts
          .filter(({ metrics: [first = ''] }) => !absent.has(first))
          .map(({ lines, title, unit }) => (
            <Chart
              key={title}
              title={title}
              unit={unit}
              lines={lines}
              state={state}
              subject={name}
              empty={EMPTY_DEVICE}
            />
          ))}
      </ChartGrid>
      {detail.capabilities.features.includes('application-flow') && (
        <Suspense fallback={<Skeleton height={180} />}>
          <DeviceFlow device={device} range={range} />
        </Suspense>
      )}
      <MissingMetrics reasons={[...absent.values()]} />
    </>
  );
}

const buildLine = (deviceId: string, metric: string): Line => ({
  deviceId,
  metric,
  label: findDeviceMetric(metric)?.title ?? metric,
});
