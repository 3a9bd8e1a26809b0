import type { BirthMessage } from '@northlight/contract/device-protocol';
import { completeByBirth, expire, offlineAlarm, pushCommands } from './commands.ts';
import { needsPush, pushConfig } from './configuration.ts';
import type { DeviceRecord, DeviceView, Outcome } from './records.ts';

const OFFLINE = 0;
const ONLINE = 1;
const NOT_SAVED = 7;
const REBOOTING = 8;
const LINK_LOST = 9;
/** A lost link becomes an alarm only when the device is not back after this. */
export const LINK_LOST_GRACE_MS = 60_000;

export const isPresent = (state: number): boolean => state !== OFFLINE && state !== LINK_LOST;

/** A device introduces itself: it is online, its restart is complete, and it is sent what it missed. */
export function onBirth(view: DeviceView, birth: BirthMessage, now: number): Outcome {
  const completed = completeByBirth(view.work, birth.bootReason);
  const finished = new Set(completed.map((row) => row.id));
  const device: DeviceRecord = {
    ...view.device,
    session: birth.session,
    waiting: false,
    managed: birth.managed,
    reportedRev: birth.cfgRev,
    reportedHash: birth.cfgHash,
    sentRev: 0,
  };
  const open = view.work.filter((row) => !finished.has(row.id));
  const config = pushConfig({ device, work: open });
  const commands = pushCommands({ device, work: open }, true);
  const settled = settledStatus(device);
  return {
    device: {
      session: device.session,
      waiting: false,
      managed: device.managed,
      reportedRev: device.reportedRev,
      reportedHash: device.reportedHash,
      sentRev: 0,
      ...settled,
      ...config.device,
      state: stateAtBirth(device),
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
    },
    work: [...completed, ...config.work, ...commands.work, ...confirmed(device, open)],
    alarms: [{ kind: 'device-offline', change: 'resolve', severity: 'info', event: '' }],
    send: [...config.send, ...commands.send],
    live: ['devices', 'jobs', 'alarms', 'projects'],
  };
}

/** A device that comes back with the desired revision has applied it, even if its word about that was lost. */
function confirmed(device: DeviceRecord, open: DeviceView['work']): DeviceView['work'] {
  if (!isSettled(device)) return [];
  return open
    .filter((row) => row.kind === 'configure' && row.rev !== undefined && row.rev <= device.reportedRev)
    .map((row) => ({ ...row, state: 'done' as const, detail: undefined }));
}

const isSettled = ({ desired, reportedRev, reportedHash }: DeviceRecord): boolean =>
  desired !== undefined && reportedRev === desired.rev && reportedHash === desired.hash;

function settledStatus(device: DeviceRecord): Partial<DeviceRecord> {
  return isSettled(device) && device.reportedStatus !== 'partial' ? { reportedStatus: 'applied' } : {};
}

function stateAtBirth(device: DeviceRecord): number {
  const drifted = device.desired !== undefined && !isSettled(device) && !needsPush(device);
  return drifted ? NOT_SAVED : ONLINE;
}

/** The connection of a session ended, or its last will arrived; a word of an earlier session changes nothing. */
export function onGone({ device }: DeviceView, session: string, now: number): Outcome {
  if (device.session !== session || !isPresent(device.state)) return {};
  // A device that restarts goes away on purpose: its command's deadline decides, not this.
  if (device.state === REBOOTING)
    return { device: { session: undefined }, clientsGone: true, live: ['devices', 'clients'] };
  return {
    device: { state: OFFLINE, stateAt: now, session: undefined },
    alarms: [offlineAlarm(device.name)],
    clientsGone: true,
    live: ['devices', 'clients', 'alarms', 'projects'],
  };
}

/** The server instance that held the device is gone: its state is not known (9). */
export function onOrphaned({ device }: DeviceView, now: number): Outcome {
  if (!isPresent(device.state) || device.state === REBOOTING) return {};
  return { device: { state: LINK_LOST, stateAt: now, session: undefined }, live: ['devices'] };
}

/** New intent from the console: send it when the device is connected here. */
export function onNudge(view: DeviceView): Outcome {
  if (view.device.session === undefined) return {};
  const config = pushConfig(view);
  const commands = pushCommands(view, false);
  return {
    device: config.device,
    work: [...config.work, ...commands.work],
    send: [...config.send, ...commands.send],
    live: config.send.length + commands.send.length > 0 ? ['devices', 'jobs'] : [],
  };
}

/** What time alone brings: commands that expire, and a lost link that becomes an alarm. */
export function onDue(view: DeviceView, connected: boolean, now: number): Outcome {
  const { device } = view;
  if (device.state === LINK_LOST && device.stateAt + LINK_LOST_GRACE_MS <= now)
    return {
      device: { state: OFFLINE, stateAt: now },
      alarms: [offlineAlarm(device.name)],
      clientsGone: true,
      live: ['devices', 'clients', 'alarms', 'projects'],
    };
  return expire(view, connected, now);
}
