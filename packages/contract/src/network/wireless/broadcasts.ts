import { z } from 'zod';
import { band, type Band } from '../../device-protocol/capabilities.ts';
import { STALE_AFTER_MS } from '../../devices/schema.ts';
import { listBandsOn, getSsidOn } from './policy-bands.ts';
import { type ShutdownPeriod, type WirelessDevice, wifiPolicy } from './schema.ts';

/** Known reasons why a radio does not broadcast a policy. */
export const MISSING_REASONS = {
  waiting: 'The device has not been activated yet.',
  offline: 'The device is offline.',
  silent: 'The device has not reported its radios.',
  stale: 'The device has not reported for 3 min.',
  off: 'The radio is off.',
  early: 'The device has not reported since the policy was applied.',
  absent: 'The radio does not broadcast the SSID.',
} as const;
export type MissingReason = keyof typeof MISSING_REASONS;
const missingReason = z.enum(['waiting', 'offline', 'silent', 'stale', 'off', 'early', 'absent']);

export const MISSING_RADIOS_MAX = 20;
/** Broadcast state of one applied policy, based on the reports of the radios. */
export const policyBroadcast = z.object({
  policyId: z.string(),
  /** Number of radios that should broadcast the policy. */
  wanted: z.number().int().nonnegative(),
  onAir: z.number().int().nonnegative(),
  /** True if a shutdown period is active. No radio should then broadcast the policy. */
  paused: z.boolean(),
  /** Time of the oldest report that was used. */
  reportedAt: z.string().optional(),
  /** The first radios, up to `MISSING_RADIOS_MAX`, that should broadcast the policy but do not. */
  missing: z
    .array(z.object({ deviceId: z.string(), deviceName: z.string(), band, reason: missingReason }))
    .max(MISSING_RADIOS_MAX),
});
export type PolicyBroadcast = z.infer<typeof policyBroadcast>;

/** Policy without its security settings, which the broadcast state does not need. */
export const broadcastPolicy = wifiPolicy.omit({ security: true });
type BroadcastPolicy = z.infer<typeof broadcastPolicy>;

/** A device with radios, and its last report about them. */
export interface BroadcastDevice extends Pick<WirelessDevice, 'id' | 'name' | 'radios'> {
  readonly waiting: boolean;
  readonly online: boolean;
  readonly reported: readonly {
    readonly id: string;
    readonly up: boolean;
    readonly ssids: readonly string[];
  }[];
  /** Time of the report (ms since 1970); absent without a report. */
  readonly reportedAt?: number | undefined;
}

/** Current time and time of the last apply (ms since 1970). */
export interface BroadcastTimes {
  readonly now: number;
  readonly timeZone: string;
  readonly appliedAt: number;
}

/** Compares the reports of radios with each enabled policy that they should broadcast. */
export function listBroadcasts(
  policies: readonly BroadcastPolicy[],
  devices: readonly BroadcastDevice[],
  at: BroadcastTimes,
): PolicyBroadcast[] {
  const moment = computeWeekTime(at.timeZone, at.now);
  return policies
    .filter(({ enabled }) => enabled)
    .map((policy) => describeBroadcast(policy, devices, at, moment));
}

function describeBroadcast(
  policy: BroadcastPolicy,
  devices: readonly BroadcastDevice[],
  at: BroadcastTimes,
  moment: WeekTime,
): PolicyBroadcast {
  let [wanted, onAir, oldest] = [0, 0, Infinity];
  const missing: PolicyBroadcast['missing'] = [];
  for (const device of devices)
    for (const band of listBandsOn(policy, device)) {
      wanted += 1;
      const reason = findMissingReason(policy, band, device, at);
      if (reason === undefined) {
        onAir += 1;
        oldest = Math.min(oldest, device.reportedAt ?? at.now);
      } else if (missing.length < MISSING_RADIOS_MAX)
        missing.push({ deviceId: device.id, deviceName: device.name, band, reason });
    }
  return {
    policyId: policy.id,
    wanted,
    onAir,
    paused: policy.shutdowns.some((period) => isWithinShutdown(period, moment)),
    ...(Number.isFinite(oldest) && { reportedAt: new Date(oldest).toISOString() }),
    missing,
  };
}

/** Returns the reason why a radio does not broadcast the policy; undefined when a recent report shows that it does. */
function findMissingReason(
  policy: BroadcastPolicy,
  band: Band,
  device: BroadcastDevice,
  { appliedAt, now }: BroadcastTimes,
): MissingReason | undefined {
  const { radios, reported, reportedAt } = device;
  if (device.waiting) return 'waiting';
  if (!device.online) return 'offline';
  if (reportedAt === undefined) return 'silent';
  if (now - reportedAt > STALE_AFTER_MS) return 'stale';
  const ids = new Set(radios.filter((radio) => radio.band === band).map(({ id }) => id));
  const reports = reported.filter(({ id }) => ids.has(id));
  if (reports.some(({ ssids, up }) => up && ssids.includes(getSsidOn(policy, band)))) return undefined;
  if (reportedAt < appliedAt) return 'early';
  return reports.length > 0 && reports.every(({ up }) => !up) ? 'off' : 'absent';
}

/** A local time within the week. */
interface WeekTime {
  readonly day: number;
  readonly minute: number;
}

const DAY_NAMES = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Returns the day of the week and minute of the day in a time zone. */
export function computeWeekTime(timeZone: string, now: number): WeekTime {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value] as const));
  return {
    day: DAY_NAMES.indexOf(parts.get('weekday') ?? ''),
    minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
  };
}

export const isWithinShutdown = (
  { days, fromMinute, toMinute }: ShutdownPeriod,
  { day, minute }: WeekTime,
): boolean => days.includes(day) && minute >= fromMinute && minute < toMinute;
