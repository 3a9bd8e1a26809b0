import { type Alarm, type Permission, READ_STATES } from '@northlight/contract';
import { Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useProject } from '../app/current.tsx';
import { formatTime } from '../kit/format/index.ts';
import { Section } from '../kit/page/index.ts';
import { PATHS } from '../paths.ts';
import { Facts } from '../ui/Facts.tsx';
import { GatedButton } from '../kit/controls/GatedButton.tsx';
import { SeverityMark } from './SeverityMark.tsx';
import { kindWord, readWord } from './words.ts';

interface AlarmPanelProps {
  readonly alarm: Alarm;
  readonly can: Permission;
  readonly onRead: () => void;
}

export function AlarmPanel({ alarm, can, onRead }: AlarmPanelProps) {
  const { timeZone } = useProject();
  const { device } = alarm;
  return (
    <>
      <Section title="Alarm">
        <Facts
          items={[
            { label: 'Severity', value: <SeverityMark severity={alarm.severity} /> },
            { label: 'Kind', value: kindWord(alarm) },
            { label: 'Time', value: formatTime(alarm.time, timeZone) },
            {
              label: 'Resolved',
              value: alarm.resolvedAt === undefined ? 'Still open' : formatTime(alarm.resolvedAt, timeZone),
            },
            { label: 'Read', value: readWord(alarm) },
          ]}
        />
        <Group mt="md">
          <GatedButton
            can={can}
            variant="default"
            disabled={can.allowed && alarm.read === READ_STATES.read}
            onClick={onRead}
          >
            Mark as read
          </GatedButton>
        </Group>
      </Section>
      {device && (
        <Section title="Device">
          <Facts
            items={[
              {
                label: 'Name',
                value: (
                  <Link to={PATHS.devices} search={{ open: device.id }} className="plain">
                    {device.name}
                  </Link>
                ),
              },
              { label: 'Model', value: device.model },
              { label: 'MAC', value: <span className="mono">{device.mac}</span> },
            ]}
          />
        </Section>
      )}
    </>
  );
}
