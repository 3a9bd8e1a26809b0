import { CHART_EVENTS_MAX, type ChartEvent, type ChartWindow } from '@northlight/contract';
import { listAlarmsDuring } from '../../alarms/index.ts';
import { listChangesDuring } from '../../logs/index.ts';
import type { Db } from '../../platform/db/database.ts';

/** Maximum time between changes of several devices that are shown as one event. */
const TOGETHER_MS = 120_000;
/** Maximum number of records to read; a change of many devices has one record per device. */
const RECORDS_MAX = 2_000;
const OUTAGES: ReadonlySet<string> = new Set(['device-offline', 'site-lost']);

/**
 * Reads the versions of the network configuration that devices have applied. The caller supplies it, because the slice
 * of the network configuration depends on this one.
 */
export type ReadVersions = (db: Db, projectId: number, until: Date) => Promise<ReadonlyMap<string, number>>;

/** Lists the events of a project, or of some of its devices, in a chart window, newest first. */
export async function loadChartEvents(
  db: Db,
  projectId: number,
  deviceIds: readonly string[] | undefined,
  window: ChartWindow,
  readVersions: ReadVersions,
): Promise<ChartEvent[]> {
  const period = { from: new Date(window.from * 1000), until: new Date(window.to * 1000) };
  const alarms = await listAlarmsDuring(db, projectId, deviceIds, period, CHART_EVENTS_MAX);
  const changes = await listChangesDuring(db, projectId, deviceIds, period, RECORDS_MAX);
  const versions = changes.some((change) => getRevision(change) !== undefined)
    ? await readVersions(db, projectId, period.until)
    : NO_VERSIONS;
  return [...alarms.map(presentOutage), ...joinChanges(changes, versions)]
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
    .slice(0, CHART_EVENTS_MAX);
}

const nameDevice = (row: { device_id: string | null; device_name: string | null }) =>
  row.device_id !== null && { device: { id: row.device_id, name: row.device_name ?? '' } };

function presentOutage(alarm: Awaited<ReturnType<typeof listAlarmsDuring>>[number]): ChartEvent {
  return {
    id: alarm.id,
    kind: OUTAGES.has(alarm.kind) ? 'offline' : 'alarm',
    severity: alarm.severity,
    at: alarm.at.toISOString(),
    ...(alarm.resolved_at && { until: alarm.resolved_at.toISOString() }),
    open: alarm.resolved_at === null,
    text: alarm.event,
    ...nameDevice(alarm),
    alarmId: alarm.id,
  };
}

/** Versions of the network configuration, by device and revision as `deviceId revision`. */
type Versions = ReadonlyMap<string, number>;
const NO_VERSIONS: Versions = new Map();

type Change = Awaited<ReturnType<typeof listChangesDuring>>[number];

const KINDS = [
  ['Configuration', 'configuration'],
  ['Restart', 'restart'],
  ['Upgrade', 'upgrade'],
] as const;

const getKind = ({ event }: Change): ChartEvent['kind'] =>
  KINDS.find(([start]) => event.startsWith(start))?.[1] ?? 'configuration';

/** Returns the revision of a device that a record of a configuration names. */
const getRevision = ({ event }: Change): string | undefined => /^Configuration (\d+) /.exec(event)?.[1];

/** Returns the text of a change without the parts that differ between devices: revisions and details. */
const getCommonText = ({ event }: Change): string => event.replace(/ \d+ /, ' ').replace(/:.*$/s, '');

/**
 * Joins the same change of several devices into one event, with the time of the first device. Changes of different
 * versions of the network configuration are different events.
 */
function joinChanges(changes: readonly Change[], versions: Versions): ChartEvent[] {
  const groups: Change[][] = [];
  const latest = new Map<string, Change[]>();
  const getVersion = (change: Change): number | undefined =>
    versions.get(`${change.device_id} ${getRevision(change)}`);
  for (const change of changes) {
    const text = `${getCommonText(change)} ${getVersion(change) ?? ''}`;
    const group = latest.get(text);
    const last = group?.at(-1);
    if (group && last && last.at.getTime() - change.at.getTime() <= TOGETHER_MS) group.push(change);
    else {
      const fresh = [change];
      latest.set(text, fresh);
      groups.push(fresh);
    }
  }
  return groups.flatMap((group) => {
    const first = group.at(-1);
    if (!first) return [];
    const version = getVersion(first);
    const devices = new Set(group.map(({ device_id }) => device_id)).size;
    return [
      {
        id: first.id,
        kind: getKind(first),
        severity: first.severity,
        at: first.at.toISOString(),
        open: false,
        text: devices === 1 ? first.event : `${getCommonText(first)} on ${devices} devices`,
        ...(devices === 1 && nameDevice(first)),
        logId: first.id,
        ...(version !== undefined && { version }),
      },
    ];
  });
}
