import type { BirthMessage } from '@northlight/contract/device-protocol';
import {
  completeAfterBirth,
  expireCommands,
  isBusyState,
  markRestarting,
  createOfflineAlarm,
  pushCommands,
  computeStateAfterBirth,
} from './commands.ts';
import { describeDriftEvent, explainQueuedRows, hasDrifted } from './drift.ts';
import { raiseRevision, raiseRows, replaceRows } from './raise-revision.ts';
import {
  isApplied,
  canHaveRolledBack,
  needsPush,
  pushConfig,
  completeConfigureRows,
  computeStateAfter,
} from './configuration.ts';
import type { AlarmChange, DeviceRecord, DeviceView, Outcome } from './records.ts';

const OFFLINE = 0;
const NOT_SAVED = 7;
const LINK_LOST = 9;
/** Time after which a lost link marks the device offline and raises an alarm (ms). */
export const LINK_LOST_GRACE_MS = 60_000;
/**
 * Time in which a device that reconnected without its sent revision can report a rollback, before the
 * revision is pushed again (ms).
 */
export const SECOND_PUSH_MS = 5_000;

export const isOnlineState = (state: number): boolean => state !== OFFLINE && state !== LINK_LOST;

/**
 * Returns true when a later session has sent its birth, after which reports of earlier sessions about the
 * running configuration are outdated.
 */
export const isFromEarlierSession = ({ device }: DeviceView, session: string | undefined): boolean =>
  session !== undefined && device.session !== undefined && session !== device.session;

/** Handles a birth: sets the device online, completes its restart, and sends missing configuration and commands. */
export function handleBirth(view: DeviceView, birth: BirthMessage, now: number): Outcome {
  // Does not count a repeated birth as a second restart: commands that were sent after the first birth stay
  // open.
  const sameStart = birth.boot !== undefined && birth.boot === view.device.boot;
  const repeated = view.device.session === birth.session || sameStart;
  const completed = repeated ? [] : completeAfterBirth(view.work, birth);
  const finished = new Set(completed.map((row) => row.id));
  const reported: DeviceRecord = {
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
  const drifted = hasDrifted(view.device, reported, birth);
  const current: DeviceRecord = drifted
    ? { ...reported, reportedStatus: 'drifted', reportedIssues: [] }
    : reported;
  const desiredRev = drifted ? undefined : raiseRevision(current, view.device.sentRev, birth);
  const raised = desiredRev === undefined ? current : withDesiredRev(current, desiredRev);
  const mayReportRollback =
    !drifted && birth.bootReason !== 'reset' && canHaveRolledBack(view.device, raised);
  const device = mayReportRollback ? { ...raised, sentRev: view.device.sentRev } : raised;
  const remaining = view.work.filter((row) => !finished.has(row.id));
  const renumbered =
    desiredRev === undefined ? [] : raiseRows(remaining, view.device.desired?.rev, desiredRev);
  const open = replaceRows(remaining, renumbered);
  const config = pushConfig({ device, work: open });
  const commands = pushCommands({ device, work: open }, true);
  const changed = [
    ...completed,
    ...config.work,
    ...commands.work,
    ...settleConfirmedRows(device, open),
    ...(drifted ? explainQueuedRows(open) : []),
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
      ...(drifted && { reportedStatus: device.reportedStatus, reportedIssues: device.reportedIssues }),
      ...getAppliedStatus(device),
      ...config.device,
      state: isNotSaved(raised) ? NOT_SAVED : computeStateAfterBirth(completed, open, sameStart),
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
    work: [...renumbered.filter(({ id }) => !changed.some((row) => row.id === id)), ...changed],
    alarms: [
      ...listBirthAlarms(device, drifted, birth.cfgLocal !== undefined),
      ...listIdentityAlarms(device, birth),
    ],
    send: [...config.send, ...commands.send],
    secondPushRev: mayReportRollback ? device.desired?.rev : undefined,
    live: ['devices', 'jobs', 'alarms', 'projects'],
    advanceJobs: true,
    groupAlarms: true,
  };
}

const resolveAlarms = (kind: AlarmChange['kind']): AlarmChange => ({
  kind,
  change: 'resolve',
  severity: 'info',
  event: '',
});

function listBirthAlarms(device: DeviceRecord, drifted: boolean, local: boolean): AlarmChange[] {
  const online = resolveAlarms('device-offline');
  if (isApplied(device)) return [online, resolveAlarms('config-drifted')];
  if (!drifted) return [online];
  const event = describeDriftEvent(device.name, local);
  return [online, { kind: 'config-drifted', change: 'raise', severity: 'warning', event }];
}

/** Returns an alarm about a copied credential for a device that reports another identity than that of its credential. */
function listIdentityAlarms({ mac, name, sn }: DeviceRecord, birth: BirthMessage): AlarmChange[] {
  if (birth.sn === sn && birth.mac.toLowerCase() === mac.toLowerCase()) return [];
  return [
    {
      kind: 'identity-takeover',
      change: 'raise',
      severity: 'critical',
      event: `${name}: a device with the serial number ${birth.sn} and the MAC ${birth.mac} connected with its credential.`,
    },
  ];
}

/**
 * Pushes the revision again, because the first push was lost if the device has reported no rollback within
 * SECOND_PUSH_MS.
 */
export function handleSecondPush(
  { device, work }: DeviceView,
  { session, rev }: { session: string; rev: number },
  now: number,
): Outcome {
  if (device.session !== session || device.sentRev !== rev || isApplied(device)) return {};
  return handlePendingWork({ device, work }, now, true);
}

/**
 * Completes the rows of a device that reconnects with the desired revision, because its report may have been
 * lost.
 */
function settleConfirmedRows(device: DeviceRecord, open: DeviceView['work']): DeviceView['work'] {
  if (!isApplied(device)) return [];
  return completeConfigureRows(open, {
    rev: device.reportedRev,
    status: 'applied',
    issues: [],
    code: undefined,
  });
}

function getAppliedStatus(device: DeviceRecord): Partial<DeviceRecord> {
  return isApplied(device) && device.reportedStatus !== 'partial' ? { reportedStatus: 'applied' } : {};
}

/**
 * Returns true if the device runs another configuration than the desired one, and the desired one cannot be
 * pushed now.
 */
const isNotSaved = (device: DeviceRecord): boolean =>
  device.desired !== undefined && !isApplied(device) && !needsPush(device);

/** Handles the end of a session by a closed connection or a last will; ignores earlier sessions. */
export function handleDisconnect({ device, work }: DeviceView, session: string, now: number): Outcome {
  if (device.session !== session || !isOnlineState(device.state)) return {};
  // Keeps the state of a device that restarts or upgrades, because the deadline of its command decides.
  if (isBusyState(device.state))
    return {
      device: { session: undefined },
      work: markRestarting(work),
      clientsOffline: true,
      live: ['devices', 'clients', 'jobs'],
      advanceJobs: true,
    };
  return {
    device: { state: OFFLINE, stateAt: now, session: undefined },
    alarms: [createOfflineAlarm(device.name)],
    clientsOffline: true,
    live: ['devices', 'clients', 'alarms', 'projects'],
    groupAlarms: true,
  };
}

/** Marks the device as link lost (9): the lease of the server instance that it was connected to has expired. */
export function handleOrphaned({ device }: DeviceView, now: number): Outcome {
  // Skips devices that reconnected after the list of orphans was read.
  const reconnected = device.stateAt >= now;
  if (!isOnlineState(device.state) || isBusyState(device.state) || reconnected) return {};
  return { device: { state: LINK_LOST, stateAt: now, session: undefined }, live: ['devices'] };
}

/**
 * Sends stored work and configuration to a connected device. `resend` repeats pushes and commands that are
 * marked as sent, because they may not have left the server. The device ignores repetitions.
 */
export function handlePendingWork({ device, work: open }: DeviceView, now: number, resend = false): Outcome {
  if (device.session === undefined) return {};
  const view = { device: resend ? { ...device, sentRev: 0 } : device, work: open };
  const config = pushConfig(view);
  const commands = pushCommands(view, resend);
  const refused = config.device.reportedStatus === 'rejected';
  const work = [...config.work, ...commands.work];
  return {
    device: {
      ...(resend && { sentRev: 0 }),
      ...config.device,
      ...computeStateAfter(device, false, refused, now),
    },
    work,
    send: [...config.send, ...commands.send],
    ...((work.length > 0 || config.send.length > 0) && { live: ['devices', 'jobs'], advanceJobs: true }),
  };
}

/**
 * Applies deadlines that have passed: expires commands, and marks a device offline after LINK_LOST_GRACE_MS
 * without a link.
 */
export function expireDueWork(view: DeviceView, now: number): Outcome {
  const { device } = view;
  const expired = expireCommands(view, now);
  if (device.state === LINK_LOST && device.stateAt + LINK_LOST_GRACE_MS <= now)
    return {
      ...expired,
      device: { state: OFFLINE, stateAt: now },
      alarms: [createOfflineAlarm(device.name)],
      clientsOffline: true,
      live: ['devices', 'clients', 'alarms', 'projects', 'jobs'],
      advanceJobs: true,
      groupAlarms: true,
    };
  return expired;
}

const withDesiredRev = (device: DeviceRecord, rev: number): DeviceRecord =>
  device.desired ? { ...device, desired: { ...device.desired, rev } } : device;
