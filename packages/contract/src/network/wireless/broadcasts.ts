import { z } from 'zod';
import { band, type Band } from '../../device-protocol/capabilities.ts';
import { STALE_AFTER_MS } from '../../devices/schema.ts';
import { bandsOn, ssidOn } from './policy-bands.ts';
import { type ShutdownPeriod, type WirelessDevice, wifiPolicy } from './schema.ts';

/** Why a radio that should have a policy on the air does not have it, as far as anybody knows. */
export const AIR_REASONS = {
  waiting: 'The device has not been activated yet.',
  offline: 'The device is offline.',
  silent: 'The device has not told what its radios do.',
  stale: 'The last report of the device is too old.',
  off: 'The radio is off.',
  early: 'The device has not reported since this was applied.',
  absent: 'The radio does not have it on the air.',
} as const;
export type AirReason = keyof typeof AIR_REASONS;
const airReason = z.enum(['waiting', 'offline', 'silent', 'stale', 'off', 'early', 'absent']);

export const MISSING_SHOWN = 20;
/** How one applied policy stands on the air, after what the radios themselves report. */
export const policyAir = z.object({
  policyId: z.string(),
  /** Radios that should have it. */
  wanted: z.number().int().nonnegative(),
  onAir: z.number().int().nonnegative(),
  /** Now is one of its shutdown periods: nothing of it should be on the air. */
  paused: z.boolean(),
  /** When the oldest of the reports that were counted came. */
  reportedAt: z.string().optional(),
  /** The first radios that should have it and do not. */
  missing: z
    .array(z.object({ deviceId: z.string(), deviceName: z.string(), band, reason: airReason }))
    .max(MISSING_SHOWN),
});
export type PolicyAir = z.infer<typeof policyAir>;

/** A policy as far as the air tells of it: how its clients prove themselves is no matter here. */
export const airPolicy = wifiPolicy.omit({ security: true });
type AirPolicy = z.infer<typeof airPolicy>;

/** What a device last told of its radios. */
export interface AirDevice extends Pick<WirelessDevice, 'id' | 'name' | 'radios'> {
  readonly waiting: boolean;
  readonly online: boolean;
  readonly told: readonly { readonly id: string; readonly up: boolean; readonly ssids: readonly string[] }[];
  /** Milliseconds since 1970; absent: never. */
  readonly toldAt?: number | undefined;
}

/** When it is asked, and when the policies were applied (ms since 1970). */
export interface AirMoment {
  readonly now: number;
  readonly timeZone: string;
  readonly appliedAt: number;
}

/** Every enabled policy, looked for on each radio that should have it. */
export function airOf(
  policies: readonly AirPolicy[],
  devices: readonly AirDevice[],
  at: AirMoment,
): PolicyAir[] {
  const moment = momentIn(at.timeZone, at.now);
  return policies.filter(({ enabled }) => enabled).map((policy) => airOfPolicy(policy, devices, at, moment));
}

function airOfPolicy(
  policy: AirPolicy,
  devices: readonly AirDevice[],
  at: AirMoment,
  moment: WeekMoment,
): PolicyAir {
  let [wanted, onAir, oldest] = [0, 0, Infinity];
  const missing: PolicyAir['missing'] = [];
  for (const device of devices)
    for (const band of bandsOn(policy, device)) {
      wanted += 1;
      const reason = reasonOf(policy, band, device, at);
      if (reason === undefined) {
        onAir += 1;
        oldest = Math.min(oldest, device.toldAt ?? at.now);
      } else if (missing.length < MISSING_SHOWN)
        missing.push({ deviceId: device.id, deviceName: device.name, band, reason });
    }
  return {
    policyId: policy.id,
    wanted,
    onAir,
    paused: policy.shutdowns.some((period) => covers(period, moment)),
    ...(Number.isFinite(oldest) && { reportedAt: new Date(oldest).toISOString() }),
    missing,
  };
}

/** Why a radio does not have the policy; undefined when its own fresh word says that it does. */
function reasonOf(
  policy: AirPolicy,
  band: Band,
  device: AirDevice,
  { appliedAt, now }: AirMoment,
): AirReason | undefined {
  const { radios, told, toldAt } = device;
  if (device.waiting) return 'waiting';
  if (!device.online) return 'offline';
  if (toldAt === undefined) return 'silent';
  if (now - toldAt > STALE_AFTER_MS) return 'stale';
  const ids = new Set(radios.filter((radio) => radio.band === band).map(({ id }) => id));
  const reports = told.filter(({ id }) => ids.has(id));
  if (reports.some(({ ssids, up }) => up && ssids.includes(ssidOn(policy, band)))) return undefined;
  if (toldAt < appliedAt) return 'early';
  return reports.length > 0 && reports.every(({ up }) => !up) ? 'off' : 'absent';
}

/** A moment as a shutdown period sees it. */
interface WeekMoment {
  readonly day: number;
  readonly minute: number;
}

const DAY_NAMES = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Day of the week and minute of the day in a time zone. */
export function momentIn(timeZone: string, now: number): WeekMoment {
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

/** Whether a moment lies in a shutdown period. */
export const covers = (
  { days, fromMinute, toMinute }: ShutdownPeriod,
  { day, minute }: WeekMoment,
): boolean => days.includes(day) && minute >= fromMinute && minute < toMinute;
