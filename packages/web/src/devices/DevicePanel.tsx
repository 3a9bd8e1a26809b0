import { type Device, type DeviceDetail, KIND_LABELS } from '@northlight/contract';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useProject } from '../app/current.tsx';
import { q, sentenceOf } from '../kit/api/index.ts';
import { ABSENT, Age, formatCount, formatDuration, formatTime } from '../kit/format/index.ts';
import { Section } from '../kit/page/index.ts';
import { GatedButton } from '../kit/controls/GatedButton.tsx';
import { Facts } from '../ui/Facts.tsx';
import { ConfigStatus } from './config-status.tsx';
import { DeviceName } from './DeviceName.tsx';
import classes from './devices.module.css';
import { isPast } from './figure-age.ts';
import { Figure } from './Figure.tsx';
import { IssueList } from './IssueList.tsx';
import { PortPanel } from './PortPanel.tsx';
import { StateMark } from './StateMark.tsx';
import { useDeviceActions } from './use-device-actions.tsx';

/** Head of the panel: name, state and its age. */
export function DevicePanelTitle({ device }: { readonly device: Device }) {
  const { timeZone } = useProject();
  return (
    <>
      <DeviceName device={device} />
      <div className={classes['sub']}>
        <StateMark device={device} />
        <span className="mut">
          {device.waiting ? (
            'until it speaks for the first time'
          ) : (
            <Age at={device.reportedAt ?? device.stateAt} timeZone={timeZone} verb="seen" />
          )}
        </span>
      </div>
    </>
  );
}

export function DevicePanel({ device }: { readonly device: Device }) {
  const project = useProject();
  const actions = useDeviceActions();
  const detail = useQuery(q('deviceGet', { params: { projectId: project.id, deviceId: device.id } }));
  return (
    <>
      <div className={classes['actions']}>
        <GatedButton can={device.can.restart} variant="default" onClick={() => actions.restart([device])}>
          Restart
        </GatedButton>
        <GatedButton
          can={device.can.remove}
          variant="default"
          color="red"
          onClick={() => actions.remove(device)}
        >
          Remove
        </GatedButton>
      </div>
      {device.waiting && (
        <Section title="What it waits for">
          Connect the device to power and to the internet. It appears here by itself when it reaches
          Northlight.
        </Section>
      )}
      <Section title="Figures" aside={<ReportAge device={device} />}>
        <DeviceFigures device={device} />
      </Section>
      <Section title="Ports">
        <PortSection detail={detail.data} error={detail.error} />
      </Section>
      <Section title="Configuration" aside={<ConfigStatus device={device} />}>
        <ConfigSection device={device} />
      </Section>
      <Section title="Identity">
        <DeviceIdentity device={device} timeZone={project.timeZone} />
      </Section>
    </>
  );
}

function ReportAge({ device }: { readonly device: Device }) {
  const { timeZone } = useProject();
  if (device.reportedAt === undefined) return null;
  return (
    <span className={isPast(device) ? 'warn' : 'mut'}>
      {isPast(device) && 'Stale, '}
      <Age at={device.reportedAt} timeZone={timeZone} verb="reported" />
    </span>
  );
}

function DeviceFigures({ device }: { readonly device: Device }) {
  const { timeZone } = useProject();
  const figure = (text: string) => (
    <Figure text={text} stale={isPast(device)} at={device.reportedAt} timeZone={timeZone} />
  );
  const percent = (value: number | undefined) => (value === undefined ? ABSENT : `${Math.round(value)} %`);
  return (
    <Facts
      items={[
        { label: 'Clients', value: figure(formatCount(device.clientCount)) },
        { label: 'CPU', value: figure(percent(device.cpuPercent)) },
        { label: 'Memory', value: figure(percent(device.memoryPercent)) },
        { label: 'Uptime', value: figure(formatDuration(device.uptimeSeconds)) },
      ]}
    />
  );
}

function PortSection({
  detail,
  error,
}: {
  readonly detail: DeviceDetail | undefined;
  readonly error: unknown;
}) {
  if (error) return <span className="mut">{sentenceOf(error)}</span>;
  if (!detail) return <Skeleton height={64} />;
  if (detail.ports.every(({ type }) => type === 'none'))
    return <span className="mut">This device has no wired ports.</span>;
  return <PortPanel ports={detail.ports} current={!isPast(detail)} />;
}

function ConfigSection({ device }: { readonly device: Device }) {
  const { desiredRev, reportedRev, issues } = device.config;
  return (
    <>
      <Facts
        items={[
          { label: 'Wanted revision', value: desiredRev === 0 ? ABSENT : desiredRev },
          { label: 'On the device', value: reportedRev === 0 ? ABSENT : reportedRev },
          { label: 'Managed by', value: device.managed === 'cloud' ? 'Cloud' : 'Local management' },
        ]}
      />
      <IssueList issues={issues} />
    </>
  );
}

function DeviceIdentity({ device, timeZone }: { readonly device: Device; readonly timeZone: string }) {
  return (
    <Facts
      items={[
        {
          label: 'Model',
          value: device.modelName === device.model ? device.model : `${device.modelName} (${device.model})`,
        },
        { label: 'Type', value: KIND_LABELS[device.kind] + (device.meshRole ? `, ${device.meshRole}` : '') },
        { label: 'Serial number', value: <span className="mono">{device.sn}</span> },
        { label: 'MAC', value: <span className="mono">{device.mac}</span> },
        { label: 'IP', value: device.ip ?? ABSENT },
        { label: 'VLAN', value: device.vlan ?? ABSENT },
        {
          label: 'Uplink',
          value: device.uplink
            ? [device.uplink.name, device.port && `port ${device.port}`].filter(Boolean).join(', ')
            : ABSENT,
        },
        { label: 'Software', value: device.softwareVersion ?? ABSENT },
        { label: 'Hardware', value: device.hardwareVersion ?? ABSENT },
        { label: 'State since', value: formatTime(device.stateAt, timeZone) },
      ]}
    />
  );
}
