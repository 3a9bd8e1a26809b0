import { type Alarm, type Permission, READ_STATES } from '@northlight/contract';
import { Group, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { createQuery, toErrorSentence } from '../kit/api/index.ts';
import { GatedButton } from '../kit/controls/GatedButton.tsx';
import { Age, formatDuration, formatTime, useNow } from '../kit/format/index.ts';
import { Section } from '../kit/page/index.ts';
import { PATHS } from '../paths.ts';
import { Facts } from '../ui/Facts.tsx';
import { FirstStep } from './FirstStep.tsx';
import { SeverityMark } from './SeverityMark.tsx';
import type { AlarmActions } from './use-alarm-actions.ts';
import { formatAffectedStateLabel, formatKindLabel } from './alarm-labels.ts';

const PrecedingChanges = lazy(async () => ({
  default: (await import('../telemetry/events/index.ts')).PrecedingChanges,
}));

/** Labels of the subjects of kinds whose alarms do not belong to a port. */
const SUBJECT_LABELS: Readonly<Partial<Record<Alarm['kind'], string>>> = {
  'camera-lost': 'Camera',
  'disk-fault': 'Disk',
};

interface AlarmPanelProps {
  readonly alarm: Alarm;
  readonly can: Permission;
  readonly actions: AlarmActions;
}

export function AlarmPanel({ actions, alarm, can }: AlarmPanelProps) {
  const { timeZone } = useProject();
  const { behind, device, lastTime, occurrences, resolvedAt, resolvedBy, subject } = alarm;
  const more = [
    subject !== undefined && { label: SUBJECT_LABELS[alarm.kind] ?? 'Port', value: subject },
    occurrences !== undefined && { label: 'Occurrences', value: String(occurrences) },
    lastTime !== undefined && { label: 'Last occurrence', value: formatTime(lastTime, timeZone) },
    resolvedBy !== undefined && { label: 'Resolved by', value: resolvedBy },
  ].filter((fact) => fact !== false);
  return (
    <>
      <Section title="Alarm">
        <Facts
          items={[
            { label: 'Severity', value: <SeverityMark severity={alarm.severity} /> },
            { label: 'Kind', value: formatKindLabel(alarm) },
            { label: 'Time', value: formatTime(alarm.time, timeZone) },
            {
              label: resolvedAt === undefined ? 'State' : 'Resolved',
              value: resolvedAt === undefined ? 'Open' : formatTime(resolvedAt, timeZone),
            },
            { label: 'Duration', value: <Duration alarm={alarm} /> },
            ...more,
          ]}
        />
        <Group mt="md" gap={8}>
          <GatedButton
            can={can}
            variant="default"
            disabled={can.allowed && alarm.read === READ_STATES.read}
            onClick={() => actions.read([alarm])}
          >
            Mark as read
          </GatedButton>
          {resolvedAt === undefined && (
            <GatedButton can={can} variant="default" onClick={() => actions.resolve([alarm])}>
              Resolve alarm
            </GatedButton>
          )}
        </Group>
      </Section>
      <Section title={resolvedAt === undefined ? 'First step' : 'If it happens again'}>
        <FirstStep alarm={alarm} />
      </Section>
      <Section title="Changes in the hour before">
        <Suspense fallback={<Skeleton height={40} />}>
          <PrecedingChanges time={alarm.time} />
        </Suspense>
      </Section>
      {device && (
        <Section title="Device">
          <Facts
            items={[
              { label: 'Name', value: <DeviceLink device={device} /> },
              { label: 'Model', value: device.model },
              { label: 'MAC', value: <span className="mono">{device.mac}</span> },
            ]}
          />
        </Section>
      )}
      {behind && (
        <Section title={formatAffectedStateLabel(behind, alarm.kind)}>
          <AffectedDevices cause={alarm.id} />
        </Section>
      )}
    </>
  );
}

/** Time from the first occurrence to the end; for an open alarm, until now. */
function Duration({ alarm: { resolvedAt, time } }: { readonly alarm: Alarm }) {
  const now = useNow();
  const end = resolvedAt === undefined ? now : Date.parse(resolvedAt);
  const text = formatDuration(Math.floor((end - Date.parse(time)) / 1000));
  return resolvedAt === undefined ? `${text} so far` : text;
}

const DeviceLink = ({ device }: { readonly device: NonNullable<Alarm['device']> }) => (
  <Link to={PATHS.devices} search={{ open: device.id }} className="plain">
    {device.name}
  </Link>
);

/** Devices that the alarm with the id `cause` affects, with the state of their own alarms. */
function AffectedDevices({ cause }: { readonly cause: string }) {
  const { id: projectId, timeZone } = useProject();
  const found = useQuery(createQuery('alarmList', { params: { projectId }, query: { cause, limit: 1000 } }));
  if (found.error) return <p className="mut">{toErrorSentence(found.error)}</p>;
  if (!found.data) return <Skeleton height={60} />;
  return (
    <ul className={'entries'}>
      {found.data.items.map((alarm) => (
        <li key={alarm.id}>
          {alarm.device && alarm.kind === 'device-offline' ? (
            <DeviceLink device={alarm.device} />
          ) : (
            alarm.event
          )}
          <span className="mut">
            {alarm.resolvedAt === undefined ? (
              <Age
                at={alarm.time}
                timeZone={timeZone}
                verb={alarm.kind === 'device-offline' ? 'went offline' : ''}
              />
            ) : (
              'resolved'
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
