import { ALARM_KINDS, ALARM_SEVERITIES, type Alarm } from '@northlight/contract';
import { formatDuration, formatTime, useNow } from '../kit/format/index.ts';
import { createAgeColumn, createTimeColumn, type GridColumn } from '../kit/grid/index.ts';
import { rankSeverity } from './rank-severity.ts';
import { shortenEvent } from './short-event.ts';
import { SeverityMark } from './SeverityMark.tsx';
import {
  formatKindLabel,
  formatAffectedCountLabel,
  formatReadLabel,
  formatSeverityLabel,
} from './alarm-labels.ts';

/** Age of an open alarm; the tooltip shows the time at which it was raised. */
function OpenState({
  alarm: { severity, time },
  timeZone,
}: {
  readonly alarm: Alarm;
  readonly timeZone: string;
}) {
  const seconds = (useNow() - Date.parse(time)) / 1000;
  return (
    <time className="tone strong" data-severity={severity} dateTime={time} title={formatTime(time, timeZone)}>
      Open for {formatDuration(seconds)}
    </time>
  );
}

function EventText({ alarm, event }: { readonly alarm: Alarm; readonly event: string }) {
  const affected = formatAffectedCountLabel(alarm);
  return (
    <>
      {event}
      {affected && <span className="mut nowrap"> {affected}</span>}
      {alarm.occurrences !== undefined && <span className="mut nowrap">{alarm.occurrences} times</span>}
    </>
  );
}

const KIND_LABELS = Object.values(ALARM_KINDS).map(({ label }) => label);

export function createAlarmColumns(timeZone: string): readonly GridColumn<Alarm>[] {
  return [
    {
      id: 'severity',
      header: 'Severity',
      card: 'state',
      width: 100,
      facet: ALARM_SEVERITIES.map((severity) => formatSeverityLabel({ severity })),
      value: (alarm) => rankSeverity(alarm.severity),
      text: formatSeverityLabel,
      cell: (alarm) => <SeverityMark severity={alarm.severity} isResolved={alarm.resolvedAt !== undefined} />,
    },
    createTimeColumn(timeZone, { id: 'time', header: 'Time', width: 166, at: (alarm) => alarm.time }),
    // The time of a card, because the whole time would cut its state.
    createAgeColumn(timeZone, {
      id: 'age',
      header: 'Age',
      card: 'detail',
      width: 90,
      hidden: true,
      verb: '',
      at: (alarm) => alarm.time,
    }),
    {
      id: 'resolved',
      header: 'State',
      card: 'detail',
      width: 168,
      facet: ['open', 'resolved'],
      value: (alarm) => (alarm.resolvedAt === undefined ? undefined : Date.parse(alarm.resolvedAt)),
      text: (alarm) => (alarm.resolvedAt === undefined ? 'open' : 'resolved'),
      cell: (alarm) =>
        alarm.resolvedAt === undefined ? (
          <OpenState alarm={alarm} timeZone={timeZone} />
        ) : (
          <time dateTime={alarm.resolvedAt} title={formatTime(alarm.resolvedAt, timeZone)}>
            Resolved after {formatDuration((Date.parse(alarm.resolvedAt) - Date.parse(alarm.time)) / 1000)}
          </time>
        ),
    },
    {
      id: 'event',
      header: 'Event',
      card: 'event',
      width: 500,
      value: (alarm) => alarm.event,
      // The column Device names the device; a card has none.
      cell: (alarm) => <EventText alarm={alarm} event={shortenEvent(alarm)} />,
      cardCell: (alarm) => <EventText alarm={alarm} event={alarm.event} />,
    },
    // The event names the kind, and unread rows are bold: both columns would only take space from the event.
    { id: 'kind', header: 'Kind', width: 150, hidden: true, facet: KIND_LABELS, value: formatKindLabel },
    {
      id: 'device',
      header: 'Device',
      width: 150,
      facet: true,
      value: (alarm) => alarm.device?.name,
    },
    {
      id: 'model',
      header: 'Model',
      width: 120,
      hidden: true,
      facet: true,
      value: (alarm) => alarm.device?.model,
    },
    { id: 'mac', header: 'MAC', width: 150, mono: true, hidden: true, value: (alarm) => alarm.device?.mac },
    {
      id: 'read',
      header: 'Read',
      width: 86,
      hidden: true,
      facet: ['Unread', 'Read'],
      value: formatReadLabel,
    },
  ];
}
