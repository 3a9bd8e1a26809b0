import {
  type Device,
  type DeviceDetail,
  findDeviceMetric,
  formatBand,
  RADIO_METRICS,
} from '@northlight/contract';
import IconWifiOff from '@tabler/icons-react/dist/esm/icons/IconWifiOff.mjs';
import { useMemo } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { createQuery } from '../kit/api/index.ts';
import { Chart, type RangeState, useSeries } from '../kit/charts/index.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import { findMissingRadioMetrics } from './missing-metrics.ts';
import { ChartGrid, EMPTY_DEVICE, MissingMetrics } from './parts.tsx';

interface RadioChartsProps {
  readonly device: Device;
  readonly detail: DeviceDetail;
  readonly range: RangeState;
}

/** Charts of the radios of a device, one line per radio. */
export function RadioCharts({ detail, device, range }: RadioChartsProps) {
  const project = useProject();
  const radios = detail.capabilities.radios.map(({ band, id }) => `${id} ${band}`).join();
  const all = useMemo(() => buildCharts(device.id, radios), [device.id, radios]);
  const missing = findMissingRadioMetrics(detail);
  const charts = all.filter(({ name }) => !missing.has(name));
  const metrics = charts.flatMap(({ lines }) => lines.map(({ metric }) => metric)).join(',');
  const state = useSeries(
    createQuery('deviceSeries', {
      params: { projectId: project.id },
      query: { devices: device.id, metrics, ...range.query },
    }),
    range,
    metrics !== '',
  );
  if (metrics === '')
    return (
      <EmptyNote icon={<IconWifiOff size={40} stroke={1.4} />} title="This device has no radios">
        Clients, channel, width, power and airtime of each radio are shown here for devices with Wi-Fi.
      </EmptyNote>
    );
  return (
    <>
      <ChartGrid>
        {charts.map(({ lines, title, unit }) => (
          <Chart
            key={title}
            title={title}
            unit={unit}
            lines={lines}
            state={state}
            subject={`${device.name} radios`}
            empty={EMPTY_DEVICE}
          />
        ))}
      </ChartGrid>
      {missing.size > 0 && (
        <MissingMetrics
          reasons={[
            `This device does not report these figures of its radios: ${[...missing.values()].join(', ')}.`,
          ]}
        />
      )}
    </>
  );
}

function buildCharts(deviceId: string, radios: string) {
  const parts = radios === '' ? [] : radios.split(',').map((radio) => radio.split(' '));
  return RADIO_METRICS.flatMap((name) => {
    const lines = parts.map(([id = '', band = '']) => ({
      deviceId,
      metric: `radio/${id}/${name}`,
      label: formatBand(band),
    }));
    const metric = findDeviceMetric(lines[0]?.metric ?? '');
    return metric ? [{ name, title: metric.title, unit: metric.unit, lines }] : [];
  });
}
