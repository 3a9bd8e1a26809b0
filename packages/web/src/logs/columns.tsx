import { ALARM_SEVERITIES, type LogKind, type LogRecord } from '@northlight/contract';
import { SeverityMark, formatSeverityLabel } from '../alarms/index.ts';
import { formatTime } from '../kit/format/index.ts';
import {
  createChoiceFilter,
  type GridColumn,
  type ServerFilters,
  createTextFilter,
} from '../kit/grid/index.ts';

const SEVERITY_LABELS = Object.fromEntries(
  ALARM_SEVERITIES.map((severity) => [severity, formatSeverityLabel({ severity })]),
);

/** Columns of the log that the server filters. */
export const LOG_FILTERS: ServerFilters = {
  severity: createChoiceFilter('severity', SEVERITY_LABELS),
  device: createTextFilter('device'),
};

export function createLogColumns(kind: LogKind, timeZone: string): readonly GridColumn<LogRecord>[] {
  return [
    {
      id: 'time',
      header: 'Time',
      card: 'detail',
      width: 170,
      value: (record) => record.at,
      text: (record) => formatTime(record.at, timeZone),
    },
    {
      id: 'severity',
      header: 'Severity',
      card: 'state',
      width: 112,
      facet: Object.values(SEVERITY_LABELS),
      value: formatSeverityLabel,
      cell: (record) => <SeverityMark severity={record.severity} />,
    },
    ...(kind === 'device' ? [DEVICE] : []),
    { id: 'event', header: 'Event', card: 'title', width: 620, value: (record) => record.event },
  ];
}

const DEVICE: GridColumn<LogRecord> = {
  id: 'device',
  header: 'Device',
  card: 'detail',
  width: 180,
  facet: true,
  value: (record) => record.device?.name,
};
