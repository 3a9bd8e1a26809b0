import type { BirthMessage } from '@northlight/contract/device-protocol';
import {
  completeByBirth,
  expire,
  isBusyState,
  offlineAlarm,
  pushCommands,
  stateAfterBirth,
} from './commands.ts';
import { driftEvent, hasDrifted, explainQueuedRows } from './drift.ts';
import { raiseRevision, raiseRows, replaceRows } from './raise-revision.ts';
import {
  isApplied,
  mayHaveRolledBack,
  needsPush,
  pushConfig,
  settleRows,
  stateAfter,
} from './configuration.ts';
import type { AlarmChange, DeviceRecord, DeviceView, Outcome } from './records.ts';

const OFFLINE = 0;
const NOT_SAVED = 7;
const LINK_LOST = 9;
/** A lost link becomes an alarm only when the device is not back after this. */
export const LINK_LOST_GRACE_MS = 60_000;
/** How long a device that came back without its revision may take to say why, before it is sent again. */
export const SECOND_PUSH_MS = 5_000;

export const isPresent = (state: number): boolean => state !== OFFLINE && state !== LINK_LOST;

/** A later session has introduced itself: what one before it still says of what runs was true before that. */
export const isFromEarlierSession = ({ device }: DeviceView, session: string | undefined): boolean =>
  session !== undefined && device.session !== undefined && session !== device.session;

/** A device introduces itself: it is online, its restart is complete, and it is sent what it missed. */
export function onBirth(view: DeviceView, birth: BirthMessage, now: number): Outcome {
  // A birth that arrives again tells of no second restart: what it was sent the first time is still to be done.
  const sameStart = birth.boot !== undefined && birth.boot === view.device.boot;
  const repeated = view.device.session === birth.session || sameStart;
  const completed = repeated ? [] : completeByBirth(view.work, birth);
  const finished = new Set(completed.map((row) => row.id));
  const told: DeviceRecord = {
    ...view.device,
    session: birth.session,
    boot: birth.boot ?? view.device.boot,
    waiting: false,
    managed: birth.managed,
    reportedRev: birth.cfgRev,
    reportedHash: birth.cfgHash,
    sentRev: 0,
    seenRev: Math.max(view.device.seenRev, birth.cfgRev, birth.cfgSeen?.rev ?? 0),
  };
  const strayed = hasDrifted(view.device, told, birth);
  const introduced: DeviceRecord = strayed
    ? { ...told, reportedStatus: 'drifted', reportedIssues: [] }
    : told;
  const desiredRev = strayed ? undefined : raiseRevision(introduced, view.device.sentRev, birth);
  const reborn = desiredRev === undefined ? introduced : withDesiredRev(introduced, desiredRev);
  const undone = !strayed && birth.bootReason !== 'reset' && mayHaveRolledBack(view.device, reborn);
  const device = undone ? { ...reborn, sentRev: view.device.sentRev } : reborn;
  const left = view.work.filter((row) => !finished.has(row.id));
  const lifted = desiredRev === undefined ? [] : raiseRows(left, view.device.desired?.rev, desiredRev);
  const open = replaceRows(left, lifted);
  const config = pushConfig({ device, work: open });
  const commands = pushCommands({ device, work: open }, true);
  const settled = settledStatus(device);
  const moved = [
    ...completed,
    ...config.work,
    ...commands.work,
    ...confirmedRows(device, open),
    ...(strayed ? explainQueuedRows(open) : []),
  ];
  return {
    device: {
      session: device.session,
      boot: device.boot,
      waiting: false,
      managed: device.managed,
      reportedRev: device.reportedRev,
      reportedHash: device.reportedHash,
      sentRev: device.sentRev,
      seenRev: device.seenRev,
      ...(strayed && { reportedStatus: device.reportedStatus, reportedIssues: device.reportedIssues }),
      ...settled,
      ...config.device,
      state: isNotSaved(reborn) ? NOT_SAVED : stateAfterBirth(completed, open, sameStart),
      stateAt: now,
    },
    identity: {
      model: birth.model,
      mac: birth.mac,
      caps: birth.caps,
      software: birth.sw,
      hardware: birth.hw,
      meshRole: birth.meshRole,
      nets: birth.nets,
      uptimeSeconds: birth.uptimeSeconds,
      bornAt: now,
      localChange: birth.cfgLocal,
    },
    desiredRev,
    work: [...lifted.filter(({ id }) => !moved.some((row) => row.id === id)), ...moved],
    alarms: birthAlarms(device, strayed, birth.cfgLocal !== undefined),
    send: [...config.send, ...commands.send],
    secondPushRev: undone ? device.desired?.rev : undefined,
    live: ['devices', 'jobs', 'alarms', 'projects'],
  };
}

const resolved = (kind: AlarmChange['kind']): AlarmChange => ({
  kind,
  change: 'resolve',
  severity: 'info',
  event: '',
});

function birthAlarms(device: DeviceRecord, strayed: boolean, local: boolean): AlarmChange[] {
  const back = resolved('device-offline');
  if (isApplied(device)) return [back, resolved('config-drifted')];
  if (!strayed) return [back];
  const event = driftEvent(device.name, local);
  return [back, { kind: 'config-drifted', change: 'raise', severity: 'warning', event }];
}

/** The device had time to say that it undid its revision: if it did not, the revision was lost on its way. */
export function onSecondPush(
  { device, work }: DeviceView,
  { session, rev }: { session: string; rev: number },
  now: number,
): Outcome {
  if (device.session !== session || device.sentRev !== rev || isApplied(device)) return {};
  return onNudge({ device, work }, now, true);
}

/** A device that comes back with the desired revision has applied it, even if its word about that was lost. */
function confirmedRows(device: DeviceRecord, open: DeviceView['work']): DeviceView['work'] {
  if (!isApplied(device)) return [];
  return settleRows(open, { rev: device.reportedRev, status: 'applied', issues: [], code: undefined });
}

function settledStatus(device: DeviceRecord): Partial<DeviceRecord> {
  return isApplied(device) && device.reportedStatus !== 'partial' ? { reportedStatus: 'applied' } : {};
}

const isNotSaved = (device: DeviceRecord): boolean =>
  device.desired !== undefined && !isApplied(device) && !needsPush(device);

/** The connection of a session ended, or its last will arrived; a word of an earlier session changes nothing. */
export function onDisconnect({ device }: DeviceView, session: string, now: number): Outcome {
  if (device.session !== session || !isPresent(device.state)) return {};
  // A device that restarts or upgrades goes away on purpose: its command's deadline decides, not this.
  if (isBusyState(device.state))
    return { device: { session: undefined }, clientsOffline: true, live: ['devices', 'clients'] };
  return {
    device: { state: OFFLINE, stateAt: now, session: undefined },
    alarms: [offlineAlarm(device.name)],
    clientsOffline: true,
    live: ['devices', 'clients', 'alarms', 'projects'],
  };
}

/** The server instance that held the device is gone: its state is not known (9). */
export function onOrphaned({ device }: DeviceView, now: number): Outcome {
  // One that came back while the others were looked at is not lost.
  const returned = device.stateAt >= now;
  if (!isPresent(device.state) || isBusyState(device.state) || returned) return {};
  return { device: { state: LINK_LOST, stateAt: now, session: undefined }, live: ['devices'] };
}

/**
 * New intent from the console: send it when the device is connected. `again` also sends what counts as sent and may
 * never have left; the device knows what it has already.
 */
export function onNudge({ device, work: open }: DeviceView, now: number, again = false): Outcome {
  if (device.session === undefined) return {};
  const view = { device: again ? { ...device, sentRev: 0 } : device, work: open };
  const config = pushConfig(view);
  const commands = pushCommands(view, again);
  const refused = config.device.reportedStatus === 'rejected';
  const work = [...config.work, ...commands.work];
  return {
    device: { ...(again && { sentRev: 0 }), ...config.device, ...stateAfter(device, false, refused, now) },
    work,
    send: [...config.send, ...commands.send],
    live: work.length > 0 || config.send.length > 0 ? ['devices', 'jobs'] : [],
  };
}

/** What time alone brings: commands that expire, and a lost link that becomes an alarm. */
export function onDue(view: DeviceView, now: number): Outcome {
  const { device } = view;
  const late = expire(view, now);
  if (device.state === LINK_LOST && device.stateAt + LINK_LOST_GRACE_MS <= now)
    return {
      ...late,
      device: { state: OFFLINE, stateAt: now },
      alarms: [offlineAlarm(device.name)],
      clientsOffline: true,
      live: ['devices', 'clients', 'alarms', 'projects', 'jobs'],
    };
  return late;
}

const withDesiredRev = (device: DeviceRecord, rev: number): DeviceRecord =>
  device.desired ? { ...device, desired: { ...device.desired, rev } } : device;
