import type { LogRecord } from '@northlight/contract';
import { Link } from '@tanstack/react-router';
import { SeverityMark } from '../alarms/index.ts';
import { formatTime } from '../kit/format/index.ts';
import { Section } from '../kit/page/index.ts';
import { PATHS } from '../paths.ts';
import { Facts } from '../ui/Facts.tsx';

interface RecordPanelProps {
  readonly record: LogRecord;
  readonly timeZone: string;
}

/** Details of a record; for a group, the time of each device. */
export function RecordPanel({ record, timeZone }: RecordPanelProps) {
  const { at, device, event, members, severity } = record;
  return (
    <>
      <Section title="Record">
        <Facts
          items={[
            { label: 'Time', value: formatTime(at, timeZone) },
            { label: 'Severity', value: <SeverityMark severity={severity} /> },
            ...(device && !members ? [{ label: 'Device', value: <DeviceLink device={device} /> }] : []),
            { label: 'Event', value: event },
          ]}
        />
      </Section>
      {members && (
        <Section title="Devices" aside={<span className="mut">{members.length}</span>}>
          <ul className="entries">
            {members.map((member) => (
              <li key={member.id}>
                {member.device && <DeviceLink device={member.device} />}
                <span className="mut">{formatTime(member.at, timeZone)}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

const DeviceLink = ({ device }: { readonly device: NonNullable<LogRecord['device']> }) => (
  <Link to={PATHS.devices} search={{ open: device.id }}>
    {device.name}
  </Link>
);
