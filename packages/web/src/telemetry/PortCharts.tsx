import { type Device, type DeviceDetail, findDeviceMetric, PORT_METRICS } from '@northlight/contract';
import IconPlugConnectedX from '@tabler/icons-react/dist/esm/icons/IconPlugConnectedX.mjs';
import { useMemo } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { createQuery } from '../kit/api/index.ts';
import { Chart, type Line, type RangeState, useSeries } from '../kit/charts/index.ts';
import type { UrlState } from '../kit/url-state.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import { toListParameter } from './device-selection.ts';
import { MissingMetrics, ChartGrid, EMPTY_DEVICE } from './parts.tsx';
import { MAX_PORTS, selectPorts } from './port-selection.ts';
import classes from './telemetry.module.css';

interface PortChartsProps {
  readonly device: Device;
  readonly detail: DeviceDetail;
  readonly range: RangeState;
  readonly url: UrlState;
}

/** Charts of the selected ports, one line per port. */
export function PortCharts({ detail, device, range, url }: PortChartsProps) {
  const project = useProject();
  const shown = selectPorts(detail.ports, url.search.ports);
  const key = JSON.stringify(shown.map(({ id, label, poe }) => [id, label, poe]));
  const charts = useMemo(() => buildCharts(device.id, key), [device.id, key]);
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
      <EmptyNote icon={<IconPlugConnectedX size={40} stroke={1.4} />} title="This device has no ports">
        Traffic of each port is shown here for devices that report their ports.
      </EmptyNote>
    );
  const choose = (id: string): void => {
    const ids = new Set(shown.map((port) => port.id));
    if (!ids.delete(id)) ids.add(id);
    url.set({ ports: toListParameter(detail.ports.map((port) => port.id).filter((each) => ids.has(each))) });
  };
  return (
    <>
      <PortButtons ports={detail.ports} shown={shown} onChoose={choose} />
      <ChartGrid>
        {charts
          .filter(({ lines }) => lines.length > 0)
          .map(({ lines, title, unit }) => (
            <Chart
              key={title}
              title={title}
              unit={unit}
              lines={lines}
              state={state}
              subject={`${device.name} ports`}
              empty={EMPTY_DEVICE}
            />
          ))}
      </ChartGrid>
      {charts.some(({ lines }) => lines.length === 0) && (
        <MissingMetrics reasons={['PoE: none of the selected ports supplies power.']} />
      )}
    </>
  );
}

interface PortButtonsProps {
  readonly ports: DeviceDetail['ports'];
  readonly shown: DeviceDetail['ports'];
  readonly onChoose: (id: string) => void;
}

function PortButtons({ onChoose, ports, shown }: PortButtonsProps) {
  const chosen = new Set(shown.map(({ id }) => id));
  const full = chosen.size >= MAX_PORTS;
  return (
    <div className={`row wrap gap-4 ${classes['ports']}`} role="group" aria-label="Shown ports">
      {ports.map(({ id, label, up }) => {
        const off = full && !chosen.has(id);
        const linkState = up === undefined ? 'link unknown' : up ? 'link up' : 'no link';
        return (
          <button
            key={id}
            type="button"
            className="raised round"
            aria-pressed={chosen.has(id)}
            aria-disabled={off || undefined}
            aria-label={`${label}, ${linkState}`}
            title={off ? `Limit of ${MAX_PORTS} ports reached. Remove one first.` : `${label}, ${linkState}`}
            data-up={up || undefined}
            onClick={off ? undefined : () => onChoose(id)}
          >
            {label}
          </button>
        );
      })}
      <span className="mut">
        {chosen.size} of {ports.length} shown, limit {MAX_PORTS}
      </span>
    </div>
  );
}

function buildCharts(deviceId: string, key: string) {
  const ports = JSON.parse(key) as [id: string, label: string, poe: boolean][];
  return PORT_METRICS.flatMap((name) => {
    const metric = findDeviceMetric(`port/x/${name}`);
    const lines: Line[] = ports
      .filter(([, , poe]) => name !== 'poe' || poe)
      .map(([id, label]) => ({ deviceId, metric: `port/${id}/${name}`, label }));
    return metric && ports.length > 0 ? [{ title: metric.title, unit: metric.unit, lines }] : [];
  });
}
