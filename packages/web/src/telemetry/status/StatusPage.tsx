import { formatBand, type ProjectStatus } from '@northlight/contract';
import { Skeleton } from '@mantine/core';
import IconPlugConnected from '@tabler/icons-react/dist/esm/icons/IconPlugConnected.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ButtonLink } from '../../app/app-link.tsx';
import { useProject } from '../../app/shell-context.tsx';
import { createQuery } from '../../kit/api/index.ts';
import {
  Chart,
  ChartsProvider,
  type Line,
  RangeControl,
  type RangeState,
  useRange,
  useSeries,
} from '../../kit/charts/index.ts';
import { Card, LoadFailed, Page } from '../../kit/page/index.ts';
import { PATHS } from '../../paths.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import { ShareBar } from '../../ui/ShareBar.tsx';
import { SignalBars } from '../../kit/signal/index.ts';
import { RecentEvents } from './RecentEvents.tsx';
import { OpenAlarms } from './OpenAlarms.tsx';
import { DeviceRanking } from './DeviceRanking.tsx';
import { ClientShares } from './ClientShares.tsx';
import { AlarmBanner } from './AlarmBanner.tsx';
import { areAddressesWorse, describeWithoutAddress } from './outage-text.ts';
import { OutageBanner } from './OutageBanner.tsx';
import { StatusTiles } from './StatusTiles.tsx';
import { useChartEvents } from '../use-chart-events.ts';

const METRICS = 'download,upload,bands,wired,online,devices';
const RECENT = { metrics: 'download,upload', range: '12h' } as const;
/** Load from which the bar of a device is highlighted. */
const HIGH_CPU_PERCENT = 80;
const EMPTY = 'Data appears within 2 min after the first device comes online.';

/** Overview page of a project, with links to details. */
export function StatusPage() {
  const project = useProject();
  const range = useRange();
  const status = useQuery(createQuery('projectStatus', { params: { projectId: project.id } }));
  const { marks } = useChartEvents(range);
  if (status.error && !status.data)
    return <LoadFailed error={status.error} onRetry={() => void status.refetch()} />;
  return (
    <Page title="Status" tools={<RangeControl range={range} timeZone={project.timeZone} />}>
      {!status.data && <Skeleton height={420} />}
      {status.data?.devices.total === 0 && <NoDevices />}
      {status.data && status.data.devices.total > 0 && (
        <ChartsProvider range={range} timeZone={project.timeZone} marks={marks}>
          <StatusOverview status={status.data} range={range} />
        </ChartsProvider>
      )}
    </Page>
  );
}

function NoDevices() {
  return (
    <EmptyNote
      icon={<IconPlugConnected size={40} stroke={1.4} />}
      title="No devices yet"
      action={
        <ButtonLink to={PATHS.devices} search={{ dialog: 'add' }}>
          Add device
        </ButtonLink>
      }
    >
      State, clients and traffic appear here once the first device is online.
    </EmptyNote>
  );
}

function StatusOverview({ range, status }: { readonly status: ProjectStatus; readonly range: RangeState }) {
  const project = useProject();
  const series = useSeries(
    createQuery('projectSeries', {
      params: { projectId: project.id },
      query: { metrics: METRICS, ...range.query },
    }),
    range,
  );
  const needsRecent = series.answer !== undefined && series.answer.stepSeconds > 60;
  // Requests a short range for the tiles: longer ranges have no value of the last minutes.
  const recent = useQuery({
    ...createQuery('projectSeries', { params: { projectId: project.id }, query: RECENT }),
    enabled: needsRecent,
    refetchInterval: 60_000,
  });
  const bands = useMemo(
    () => listBandLines(series.answer?.series.map(({ metric }) => metric) ?? []),
    [series.answer],
  );
  return (
    <>
      <AlarmBanner
        project={project}
        headline={areAddressesWorse(status) ? describeWithoutAddress(status.clients) : undefined}
        fallback={status.outage && <OutageBanner outage={status.outage} />}
      />
      <StatusTiles status={status} answer={needsRecent ? recent.data : series.answer} />
      <div className="cards-2">
        <Chart
          title="Traffic"
          unit="bitsPerSecond"
          lines={TRAFFIC}
          state={series}
          subject={project.name}
          empty={EMPTY}
        />
        <Chart
          title="Clients"
          unit="count"
          lines={bands}
          state={series}
          subject={project.name}
          empty={EMPTY}
        />
      </div>
      <div className="cards-3">
        <Card title="Busiest devices" aside={<All to={PATHS.deviceData} />}>
          <DeviceRanking
            devices={status.busiest}
            renderValue={({ clients }) => `${clients}`}
            unit="clients"
            renderBar={({ clients }) => <ShareBar share={clients / (status.busiest[0]?.clients ?? 1)} />}
            empty="No device has clients right now."
          />
        </Card>
        <Card title="Weakest signal" aside={<All to={PATHS.clients} />}>
          <DeviceRanking
            devices={status.weakest}
            renderValue={({ meanSignalDbm }) => <SignalBars dbm={meanSignalDbm} />}
            unit="dBm average"
            empty="No wireless clients right now."
          />
        </Card>
        <Card title="Highest load" aside={<All to={PATHS.deviceData} />}>
          <DeviceRanking
            devices={status.hottest}
            renderValue={({ cpuPercent }) => `${cpuPercent.toFixed(1)}%`}
            unit="CPU"
            renderBar={({ cpuPercent }) => (
              <ShareBar share={cpuPercent / 100} isHigh={cpuPercent >= HIGH_CPU_PERCENT} />
            )}
            empty="No device has reported within 3 min."
          />
        </Card>
      </div>
      <div className="cards-3">
        <Card title="Clients by band and SSID" aside={<All to={PATHS.clientData} />}>
          <ClientShares clients={status.clients} />
        </Card>
        <Card title="Open alarms" aside={<All to={PATHS.alarms} />}>
          <OpenAlarms project={project} />
        </Card>
        <Card title="Recent events" aside={<All to={PATHS.log} />}>
          <RecentEvents project={project} />
        </Card>
      </div>
    </>
  );
}

const TRAFFIC: readonly Line[] = [
  { metric: 'download', label: 'Download' },
  { metric: 'upload', label: 'Upload' },
];

function listBandLines(metrics: readonly string[]): readonly Line[] {
  const bands = metrics.filter((metric) => metric.startsWith('band/'));
  return [
    ...bands.map((metric) => ({ metric, label: formatBand(metric.slice(5)) })),
    { metric: 'wired', label: 'Wired' },
  ];
}

function All({ to }: { readonly to: string }) {
  return (
    <Link to={to} search={{}} className="plain">
      Show all
    </Link>
  );
}
