import { ALARM_SEVERITIES, type LogKind, type LogRecord } from '@northlight/contract';
import { SeverityMark, severityWord } from '../alarms/index.ts';
import { formatTime } from '../kit/format/index.ts';
import type { GridColumn } from '../kit/grid/index.ts';

export function logColumns(kind: LogKind, timeZone: string): readonly GridColumn<LogRecord>[] {
  return [
    {
      id: 'time',
      header: 'Time',
      width: 170,
      value: (record) => record.at,
      text: (record) => formatTime(record.at, timeZone),
    },
    {
      id: 'severity',
      header: 'Severity',
      width: 112,
      facet: ALARM_SEVERITIES.map((severity) => severityWord({ severity })),
      value: severityWord,
      cell: (record) => <SeverityMark severity={record.severity} />,
    },
    ...(kind === 'device' ? [DEVICE] : []),
    { id: 'event', header: 'Event', width: 620, value: (record) => record.event },
  ];
}

const DEVICE: GridColumn<LogRecord> = {
  id: 'device',
  header: 'Device',
  width: 180,
  facet: true,
  value: (record) => record.device?.name,
};
