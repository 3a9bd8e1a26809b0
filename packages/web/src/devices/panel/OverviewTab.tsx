import {
  type Device,
  isMeshRole,
  isRestarting,
  KIND_LABELS,
  listPossibleRoles,
  ROLE_LABELS,
} from '@northlight/contract';
import { Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { GatedButton } from '../../kit/controls/GatedButton.tsx';
import { ABSENT, formatCount, formatTime } from '../../kit/format/index.ts';
import { Section } from '../../kit/page/index.ts';
import { PATHS } from '../../paths.ts';
import { Facts } from '../../ui/Facts.tsx';
import { ConfigStatus } from '../list/config-status.tsx';
import { Drift } from './Drift.tsx';
import { hasStaleData } from '../stale-data.ts';
import { MetricValue } from '../MetricValue.tsx';
import { Uptime } from '../Uptime.tsx';
import { IssueList } from '../../jobs/index.ts';
import { ReportAge } from '../ReportAge.tsx';
import { useQuery } from '@tanstack/react-query';
import { createQuery } from '../../kit/api/index.ts';
import classes from '../devices.module.css';

const DeviceAlarms = lazy(async () => ({ default: (await import('./DeviceAlarms.tsx')).DeviceAlarms }));
const RoleDialog = lazy(async () => ({ default: (await import('./RoleDialog.tsx')).RoleDialog }));
const BackhaulSection = lazy(async () => ({
  default: (await import('../mesh/BackhaulSection.tsx')).BackhaulSection,
}));
const CameraPicture = lazy(async () => ({
  default: (await import('../camera/CameraPicture.tsx')).CameraPicture,
}));
const CameraSection = lazy(async () => ({
  default: (await import('../camera/CameraSection.tsx')).CameraSection,
}));
const ReplacementSection = lazy(async () => ({
  default: (await import('../replacement/ReplacementSection.tsx')).ReplacementSection,
}));
const RadiosSection = lazy(async () => ({ default: (await import('./RadiosSection.tsx')).RadiosSection }));
const PortsSection = lazy(async () => ({
  default: (await import('../settings/PortsSection.tsx')).PortsSection,
}));
const DeviceSparklines = lazy(async () => ({
  default: (await import('../../telemetry/sparklines/index.ts')).DeviceSparklines,
}));

/** Kinds with several ports, whose front panel replaces the drawing of the device. */
const HAS_FRONT: ReadonlySet<Device['kind']> = new Set(['switch', 'gateway', 'ac']);
const HAS_RADIOS: ReadonlySet<Device['kind']> = new Set(['ap', 'mesh', 'wrouter']);

export function OverviewTab({ device }: { readonly device: Device }) {
  const project = useProject();
  return (
    <>
      {device.waiting && (
        <Section title="Next step">
          Connect the device to power and to the internet. It comes online here automatically.
        </Section>
      )}
      {device.kind === 'ipc' && !device.waiting && (
        <Suspense>
          <CameraPicture key={device.id} device={device} />
        </Suspense>
      )}
      <Suspense>
        <ReplacementSection device={device} />
      </Suspense>
      {!device.waiting && (
        <Suspense>
          <DeviceAlarms device={device} />
        </Suspense>
      )}
      <Section
        title="Metrics"
        aside={
          isRestarting(device) ? (
            <span className="mut">Restarting, no reports</span>
          ) : (
            <ReportAge device={device} />
          )
        }
      >
        <Suspense>
          <DeviceSparklines device={device} />
        </Suspense>
        <DeviceMetrics device={device} />
      </Section>
      {HAS_FRONT.has(device.kind) && (
        <Suspense>
          <PortsSection device={device} />
        </Suspense>
      )}
      {device.kind === 'ipc' && !device.waiting && (
        <Suspense>
          <CameraSection device={device} />
        </Suspense>
      )}
      {HAS_RADIOS.has(device.kind) && (
        <Suspense>
          <RadiosSection device={device} />
        </Suspense>
      )}
      {isMeshRole(device.role) && (
        <Suspense>
          <BackhaulSection device={device} />
        </Suspense>
      )}
      <Section title="Configuration" aside={<ConfigStatus device={device} />}>
        <ConfigSection device={device} />
      </Section>
      <Section title="Identity">
        {!HAS_FRONT.has(device.kind) && <DevicePicture device={device} />}
        <DeviceIdentity device={device} timeZone={project.timeZone} />
      </Section>
    </>
  );
}

function DeviceMetrics({ device }: { readonly device: Device }) {
  const { timeZone } = useProject();
  const stale = hasStaleData(device);
  const metric = (text: string) => (
    <MetricValue text={text} stale={stale} at={device.reportedAt} timeZone={timeZone} />
  );
  const percent = (value: number | undefined) => (value === undefined ? ABSENT : `${Math.round(value)}%`);
  return (
    <Facts
      items={[
        // The tiles show the present values.
        ...(stale
          ? [
              { label: 'Clients', value: metric(formatCount(device.clientCount)) },
              { label: 'CPU', value: metric(percent(device.cpuPercent)) },
            ]
          : []),
        { label: 'Memory', value: metric(percent(device.memoryPercent)) },
        { label: 'Uptime', value: <Uptime device={device} timeZone={timeZone} /> },
        { label: 'Uplink', value: <Uplink device={device} /> },
        ...(device.lastRefusal
          ? [
              {
                label: device.lastRefusal.kind === 'refused' ? 'Last refused message' : 'Last cleaned report',
                value: `${formatTime(device.lastRefusal.at, timeZone)}: ${device.lastRefusal.reason}`,
              },
            ]
          : []),
      ]}
    />
  );
}

/** Device through which this device is connected, as a link, with the port there. */
function Uplink({ device: { port, uplink } }: { readonly device: Device }) {
  if (!uplink) return <span className="mut">{ABSENT}</span>;
  return (
    <>
      <Link to={PATHS.devices} search={{ open: uplink.id }}>
        {uplink.name}
      </Link>
      {port !== undefined && `, port ${port}`}
    </>
  );
}

function ConfigSection({ device }: { readonly device: Device }) {
  const { desiredRev, reportedRev, issues } = device.config;
  return (
    <>
      <Facts
        items={[
          ...(desiredRev === reportedRev
            ? [{ label: 'Revision', value: reportedRev === 0 ? ABSENT : reportedRev }]
            : [
                { label: 'Target revision', value: desiredRev === 0 ? ABSENT : desiredRev },
                { label: 'Reported revision', value: reportedRev === 0 ? ABSENT : reportedRev },
              ]),
          { label: 'Managed by', value: device.managed === 'cloud' ? 'Cloud' : 'Local management' },
        ]}
      />
      <IssueList issues={issues} />
      <Drift device={device} />
    </>
  );
}

function DeviceIdentity({ device, timeZone }: { readonly device: Device; readonly timeZone: string }) {
  const { id: projectId } = useProject();
  const { data } = useQuery(createQuery('deviceGet', { params: { projectId, deviceId: device.id } }));
  const { replacedAt, replacedSn } = data?.replacement ?? {};
  return (
    <Facts
      items={[
        {
          label: 'Model',
          value: device.modelName === device.model ? device.model : `${device.modelName} (${device.model})`,
        },
        { label: 'Type', value: KIND_LABELS[device.kind] },
        { label: 'Role', value: <Role device={device} /> },
        { label: 'Serial number', value: <span className="mono">{device.sn}</span> },
        { label: 'MAC', value: <span className="mono">{device.mac}</span> },
        { label: 'IP', value: device.ip ?? ABSENT },
        { label: 'VLAN', value: device.vlan ?? ABSENT },
        { label: 'Software', value: device.softwareVersion ?? ABSENT },
        { label: 'Hardware', value: device.hardwareVersion ?? ABSENT },
        ...(replacedAt === undefined
          ? []
          : [{ label: 'Replaced', value: `${formatTime(replacedAt, timeZone)}, was ${replacedSn}` }]),
        { label: 'In this state since', value: formatTime(device.stateAt, timeZone) },
      ]}
    />
  );
}

/** Role of the device, with a button to change it where the device can have another one. */
function Role({ device }: { readonly device: Device }) {
  const { netMode } = useProject();
  const [isOpen, setIsOpen] = useState(false);
  const canChange = listPossibleRoles(device, netMode).length > 1;
  return (
    <Group gap={8}>
      {ROLE_LABELS[device.role]}
      {canChange && (
        <GatedButton
          can={device.can.rename}
          variant="default"
          size="compact-xs"
          onClick={() => setIsOpen(true)}
        >
          Change role
        </GatedButton>
      )}
      {isOpen && (
        <Suspense>
          <RoleDialog device={device} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </Group>
  );
}

/** Drawing of a device. It is decorative, because model and type are written next to it. */
function DevicePicture({ device }: { readonly device: Device }) {
  const { id: projectId } = useProject();
  const [isMissing, setIsMissing] = useState(false);
  const { data } = useQuery(createQuery('deviceGet', { params: { projectId, deviceId: device.id } }));
  if (!data || isMissing) return null;
  return (
    <img
      className={classes['picture']}
      src={data.vectorImage}
      alt=""
      width={168}
      height={112}
      onError={() => setIsMissing(true)}
    />
  );
}
