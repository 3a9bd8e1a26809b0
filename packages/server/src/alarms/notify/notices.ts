import type { AlarmNotice } from '@northlight/contract';
import type { Selectable } from 'kysely';
import { formatLocalTime } from '../../platform/local-time.ts';
import type { AlarmTable } from '../tables.ts';

/** Maximum length of a mail subject. */
const SUBJECT_MAX = 200;

export interface Notice {
  readonly subject: string;
  readonly body: AlarmNotice;
}

interface Project {
  readonly id: number;
  readonly name: string;
}

/** Removes line breaks, because text that devices report must not end a mail header. */
const toOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** Builds the notice for the beginning or the end of an alarm; `behind` is the number of its consequences. */
export function buildNotice(
  moment: 'begin' | 'end',
  project: Project,
  row: Selectable<AlarmTable>,
  behind: number,
): Notice {
  const more = describeConsequences(row, behind);
  const over = moment === 'end' ? 'Resolved: ' : '';
  return {
    subject: toOneLine(`[${project.name}] ${over}${row.event}${more}`).slice(0, SUBJECT_MAX),
    body: {
      moment,
      project,
      alarm: {
        id: row.id,
        kind: row.kind,
        severity: row.severity,
        event: row.event,
        time: row.at.toISOString(),
        ...(row.resolved_at && { resolvedAt: row.resolved_at.toISOString() }),
        ...(row.device_id !== null && {
          device: {
            id: row.device_id,
            name: row.device_name ?? '',
            mac: row.device_mac ?? '',
            model: row.device_model ?? '',
          },
        }),
        behind,
      },
    },
  };
}

/** Counts the consequences of an alarm in its subject; for a flapping device, its disconnections. */
function describeConsequences({ kind, occurrences }: Selectable<AlarmTable>, behind: number): string {
  if (kind === 'device-flapping') return ` (${occurrences} times)`;
  return behind > 0 ? ` (and ${behind} behind it)` : '';
}

/** Builds the notice that the test button sends. */
export const buildTestNotice = (project: Project, now: number): Notice => ({
  subject: toOneLine(`[${project.name}] This is a test`),
  body: {
    moment: 'test',
    project,
    alarm: {
      id: '00000000-0000-0000-0000-000000000000',
      kind: 'device-event',
      severity: 'info',
      event: 'This is a test notice. There is no alarm.',
      time: new Date(now).toISOString(),
      behind: 0,
    },
  },
});

/** Returns the text of the mail of a notice, with times in the project's time zone and their offset. */
export function formatMail(
  subject: string,
  { alarm, project }: AlarmNotice,
  address: string,
  timeZone: string,
): string {
  const formatTime = (time: string): string => formatLocalTime(new Date(time), timeZone);
  const facts = [
    subject,
    '',
    `Severity: ${alarm.severity}`,
    `Since: ${formatTime(alarm.time)}`,
    ...(alarm.resolvedAt === undefined ? [] : [`Resolved: ${formatTime(alarm.resolvedAt)}`]),
    ...(alarm.device
      ? [`Device: ${toOneLine(alarm.device.name)} (${alarm.device.model}, ${alarm.device.mac})`]
      : []),
    ...(alarm.behind > 0 ? [`Consequences: ${alarm.behind}`] : []),
    '',
    `${address}/manage/alarminfo?project=${project.id}&open=${alarm.id}`,
  ];
  return `${facts.join('\n')}\n`;
}
