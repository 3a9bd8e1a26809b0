import type { ForeignNetwork, TrafficDay } from './air-site.ts';
import { computeSiteHour } from '../physics/daily-curve.ts';
import { drawPairFraction, hashId } from './pair-random.ts';

/** Hour with the most traffic, the hours around it in which traffic drops to 1/e, and its share at night. */
const COURSES: Readonly<Record<TrafficDay, Record<'peakHour' | 'spreadHours' | 'night', number>>> = {
  home: { peakHour: 20.5, spreadHours: 4, night: 0.15 },
  office: { peakHour: 13, spreadHours: 4, night: 0.05 },
  steady: { peakHour: 12, spreadHours: 4, night: 1 },
};
const DAY_MS = 86_400_000;
/** Traffic changes from one step of this time to the next. */
const STEP_MS = 600_000;
/** Share of the time of the beacons of a network without traffic. */
const BEACON_DUTY = 0.01;
/** Purposes of the fractions drawn for a network. */
const DAY_PURPOSE = 11;
const STEP_PURPOSE = 12;

/** Returns true on the days on which a network is present. */
export function isPresent(
  { bssid, during, presentShare }: ForeignNetwork,
  now: number,
  zoneHours: number,
): boolean {
  if (during && (now < during.from || now >= during.until)) return false;
  if (presentShare >= 1) return true;
  const day = Math.floor((now + zoneHours * 3_600_000) / DAY_MS);
  return drawPairFraction(hashId(bssid), day >>> 0, DAY_PURPOSE) < presentShare;
}

/** Returns the share of the time, 0 to 1, in which a present network sends without the site as its neighbour. */
export function computeDuty(
  { bssid, day, peakDuty }: ForeignNetwork,
  now: number,
  zoneHours: number,
): number {
  const { night, peakHour, spreadHours } = COURSES[day];
  const apart = Math.abs(computeSiteHour(now, zoneHours) - peakHour);
  const hours = Math.min(apart, 24 - apart);
  const level = night + (1 - night) * Math.exp(-((hours / spreadHours) ** 2));
  const variation =
    day === 'steady'
      ? 1
      : 0.5 + drawPairFraction(hashId(bssid), Math.floor(now / STEP_MS) >>> 0, STEP_PURPOSE);
  return Math.min(1, Math.max(BEACON_DUTY, peakDuty * level * variation));
}
