import { type Device, type DeviceDetail, KIND_LABELS } from '@northlight/contract';
import { NativeSelect, SegmentedControl, Skeleton } from '@mantine/core';
import IconChartLine from '@tabler/icons-react/dist/esm/icons/IconChartLine.mjs';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { ButtonLink } from '../app/app-link.tsx';
import { useProject } from '../app/shell-context.tsx';
import { createQuery, toErrorSentence } from '../kit/api/index.ts';
import { ChartsProvider, RangeControl, type RangeState, useRange } from '../kit/charts/index.ts';
import { LoadFailed, Page } from '../kit/page/index.ts';
import { type UrlState, useUrlState } from '../kit/url-state.ts';
import { PATHS } from '../paths.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import { toListParameter, filterSelectedDevices, sortDevices } from './device-selection.ts';
import { OverviewCharts } from './OverviewCharts.tsx';
import classes from './telemetry.module.css';
import { useChartEvents } from './use-chart-events.ts';
import { Link } from '@tanstack/react-router';
import { hasStaleData, StateMark, Uptime } from '../devices/index.ts';
import { Age } from '../kit/format/index.ts';

// Loads these parts in parallel with the first charts, or when their tab is opened.
const DevicePicker = lazy(async () => ({ default: (await import('./DevicePicker.tsx')).DevicePicker }));
const CompareCharts = lazy(async () => ({ default: (await import('./CompareCharts.tsx')).CompareCharts }));
const PortCharts = lazy(async () => ({ default: (await import('./PortCharts.tsx')).PortCharts }));
const EventList = lazy(async () => ({ default: (await import('./EventList.tsx')).EventList }));
const RadioCharts = lazy(async () => ({ default: (await import('./RadioCharts.tsx')).RadioCharts }));

const TABS = [
  { value: 'overview', label: 'Overview' },
  { value: 'radios', label: 'Radios' },
  { value: 'ports', label: 'Ports' },
  { value: 'compare', label: 'Compare' },
] as const;
type Tab = (typeof TABS)[number]['value'];

/**
 * Shows device data over time (specification §2): all metrics of one device, or one metric of several
 * devices.
 */
export function DeviceDataPage() {
  const project = useProject();
  const range = useRange();
  const list = useQuery(createQuery('deviceList', { params: { projectId: project.id } }));
  const items = list.data?.items;
  const devices = useMemo(() => items && sortDevices(items), [items]);
  if (list.error && !items) return <LoadFailed error={list.error} onRetry={() => void list.refetch()} />;
  return (
    <Page title="Device Data" tools={<RangeControl range={range} timeZone={project.timeZone} />}>
      {!devices && <Skeleton height={280} />}
      {devices?.length === 0 && <NoDevices />}
      {devices && devices.length > 0 && <SelectedDevices devices={devices} range={range} />}
    </Page>
  );
}

function NoDevices() {
  return (
    <EmptyNote
      icon={<IconChartLine size={40} stroke={1.4} />}
      title="No devices yet"
      action={
        <ButtonLink variant="default" to={PATHS.devices} search={{ dialog: 'add' }}>
          Add device
        </ButtonLink>
      }
    >
      Data of a device appears here within 1 min after it comes online.
    </EmptyNote>
  );
}

interface SelectedDevicesProps {
  readonly devices: readonly Device[];
  readonly range: RangeState;
}

function SelectedDevices({ devices, range }: SelectedDevicesProps) {
  const { id: projectId, timeZone } = useProject();
  const url = useUrlState();
  const { search, set } = url;
  const chosen = filterSelectedDevices(devices, search.devices);
  const device = chosen.find(({ id }) => id === search.open) ?? chosen[0];
  const detail = useQuery({
    ...createQuery('deviceGet', { params: { projectId, deviceId: device?.id ?? '' } }),
    enabled: device !== undefined,
  });
  // Accepts a link to the radios until the device is loaded.
  const radios = detail.data ? detail.data.capabilities.radios.length > 0 : search.tab === 'radios';
  const tabs = TABS.filter(({ value }) => value !== 'radios' || radios);
  const tab =
    tabs.find(({ value }) => value === search.tab)?.value ?? (chosen.length > 1 ? 'compare' : 'overview');
  const { events, marks } = useChartEvents(
    range,
    (tab === 'compare' ? chosen : chosen.filter((each) => each === device)).map(({ id }) => id),
  );
  return (
    <>
      <div className={`row wrap gap-10 ${classes['bar']}`}>
        <Suspense fallback={<Skeleton height={32} />}>
          <DevicePicker
            devices={devices}
            chosen={chosen}
            onChoose={(ids) => set({ devices: toListParameter(ids), ports: undefined, open: undefined })}
          />
        </Suspense>
        <SegmentedControl
          size="xs"
          aria-label="Metrics"
          value={tab}
          data={tabs}
          onChange={(value) => set({ tab: value })}
        />
      </div>
      {chosen.length > 1 && tab !== 'compare' && (
        <NativeSelect
          size="xs"
          w={240}
          label="Device"
          value={device?.id}
          data={chosen.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ currentTarget }) => set({ open: currentTarget.value, ports: undefined })}
        />
      )}
      <DeviceStates devices={tab === 'compare' ? chosen : chosen.filter((each) => each === device)} />
      <ChartsProvider range={range} timeZone={timeZone} marks={marks}>
        <Suspense fallback={<Skeleton height={280} />}>
          {tab === 'compare' ? (
            <CompareCharts devices={chosen} range={range} url={url} />
          ) : (
            device && <OneDevice key={device.id} {...{ detail, device, range, tab, url }} />
          )}
        </Suspense>
      </ChartsProvider>
      <Suspense>
        <EventList events={events} />
      </Suspense>
    </>
  );
}

interface OneDeviceProps {
  readonly device: Device;
  readonly tab: Exclude<Tab, 'compare'>;
  readonly range: RangeState;
  readonly url: UrlState;
  readonly detail: Pick<UseQueryResult<DeviceDetail>, 'data' | 'error'>;
}

function OneDevice({ detail, device, range, tab, url }: OneDeviceProps) {
  if (detail.error && !detail.data) return <p className="mut">{toErrorSentence(detail.error)}</p>;
  if (!detail.data) return <Skeleton height={280} />;
  const props = { device, detail: detail.data, range };
  if (tab === 'radios') return <RadioCharts {...props} />;
  if (tab === 'ports') return <PortCharts {...props} url={url} />;
  return <OverviewCharts {...props} />;
}

/**
 * Shows the current state of one selected device. With several devices, shows only those without recent
 * reports.
 */
function DeviceStates({ devices }: { readonly devices: readonly Device[] }) {
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
