import { type Device, DEVICE_METRICS, findDeviceMetric } from '@northlight/contract';
import { SegmentedControl } from '@mantine/core';
import { useMemo } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { createQuery } from '../kit/api/index.ts';
import { Chart, type Line, type RangeState, useSeries } from '../kit/charts/index.ts';
import type { UrlState } from '../kit/url-state.ts';
import { ChartGrid, EMPTY_DEVICE } from './parts.tsx';
import classes from './telemetry.module.css';

const HEIGHT = 340;
/** Metrics to compare. Uptime is left out, because it only rises and marks show the restarts. */
const METRICS = DEVICE_METRICS.filter((value) => value !== 'uptime').map((value) => ({
  value,
  label: findDeviceMetric(value)?.title ?? value,
}));

interface CompareChartsProps {
  readonly devices: readonly Device[];
  readonly range: RangeState;
  readonly url: UrlState;
}

/** Chart of one metric for several devices, with one line per device. */
export function CompareCharts({ devices, range, url }: CompareChartsProps) {
  const project = useProject();
  const name = METRICS.find(({ value }) => value === url.search.metric)?.value ?? 'cpu';
  const metric = findDeviceMetric(name);
  const ids = devices.map(({ id }) => id).join(',');
  const key = JSON.stringify(devices.map((device) => [device.id, device.name]));
  const lines = useMemo(
    () =>
      (JSON.parse(key) as [string, string][]).map(([deviceId, label]): Line => ({
        deviceId,
        label,
        metric: name,
      })),
    [key, name],
  );
  const state = useSeries(
    createQuery('deviceSeries', {
      params: { projectId: project.id },
      query: { devices: ids, metrics: name, ...range.query },
    }),
    range,
  );
  if (!metric) return null;
  return (
    <>
      <div className={`row wrap gap-10 ${classes['bar']}`}>
        <SegmentedControl
          size="xs"
          aria-label="Compared metric"
          value={name}
          data={METRICS}
          onChange={(value) => url.set({ metric: value })}
        />
        {devices.length < 2 && <span className="mut">Select two or more devices above to compare them.</span>}
      </div>
      <ChartGrid>
        <Chart
          title={`${metric.title} compared`}
          unit={metric.unit}
          lines={lines}
          state={state}
          height={HEIGHT}
          empty={EMPTY_DEVICE}
        />
      </ChartGrid>
    </>
  );
}
