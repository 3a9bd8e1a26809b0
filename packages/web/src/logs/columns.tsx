import { ALARM_SEVERITIES, type LogKind, type LogRecord } from '@northlight/contract';
import { SeverityMark, formatSeverityLabel } from '../alarms/index.ts';
import { formatPlural } from '../kit/format/index.ts';
import {
  createChoiceFilter,
  createRecordTimeColumn,
  type GridColumn,
  type ServerFilters,
  createTextFilter,
} from '../kit/grid/index.ts';
import { describeRecord } from './record-text.ts';

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
    createRecordTimeColumn(timeZone),
    {
      id: 'severity',
      header: 'Severity',
      card: 'state',
      width: 112,
      facet: Object.values(SEVERITY_LABELS),
      value: formatSeverityLabel,
      cell: (record) => <SeverityMark severity={record.severity} />,
      // Most records are information, which needs no mark.
      isInCard: ({ severity }) => severity !== 'info',
    },
    ...(kind === 'device' ? [DEVICE] : []),
    { id: 'event', header: 'Event', card: 'event', width: 620, value: describeRecord },
  ];
}

const DEVICE: GridColumn<LogRecord> = {
  id: 'device',
  header: 'Device',
  card: 'detail',
  width: 180,
  facet: true,
  // The event of a group states the number of devices.
  isInCard: ({ members }) => !members,
  value: ({ device, members }) => (members ? formatPlural(members.length, 'device') : device?.name),
};
